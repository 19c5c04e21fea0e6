/**
 * Is this a log at all? What is told of a file that is empty, packed in an unknown way, or no
 * text (faultbook.logs.doubt).
 */

export const LOOKED_AT = 4096; // bytes of the start of a file

const PACKED = [
  [[0x50, 0x4b, 0x03, 0x04], "zip", "unzip"],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], "xz", "xz -d"],
  [[0x42, 0x5a, 0x68], "bzip2", "bunzip2"],
  [[0x04, 0x22, 0x4d, 0x18], "lz4", "lz4 -d"],
  [[0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], "7z", "7z x"],
];
const NAMES = /\.(?:gz|zst)$/i;
const SHARE = 20; // one control character in so many: text has next to none
// Bell, backspace, tab, the line breaks and the escape of colours are at home in logs.
const AT_HOME = new Set([7, 8, 9, 10, 11, 12, 13, 27]);

/**
 * What is wrong with a log as such, `{text, unread}`, or null; `unread` says that nothing of it was
 * read as text. `start` holds the first bytes; of an archive
 * (`unpacked`): of what is in it.
 */
export function doubt(name, start, unpacked) {
  if (!start.length) return { text: `${name}: is empty.`, unread: true };
  for (const [magic, packer, command] of PACKED) {
    if (!magic.every((byte, at) => start[at] === byte)) continue;
    return { text: `${name}: is packed with ${packer}; unpack it first (\`${command}\`).`, unread: true };
  }
  const shown = start.filter((byte) => byte !== 0); // UTF-16 has one in each character
  const controls = shown.filter((byte) => byte < 32 && !AT_HOME.has(byte)).length;
  if (!shown.length || controls * SHARE > shown.length) {
    return { text: `${name}: looks like no text (a core dump, a checkpoint?); nothing in it counts.`, unread: true };
  }
  if (!unpacked && NAMES.test(name)) {
    return { text: `${name}: is not packed, whatever its name says; it was read as it stands.`, unread: false };
  }
  return null;
}
