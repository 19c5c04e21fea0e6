/** Times as log lines write them, to seconds of the writing host's clock (faultbook.logs.clock). */

const STAMP =
  /^(\d{4})[/-](\d\d)[/-](\d\d)[ T_](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?(?:(Z)|([+-])(\d\d):?(\d\d))?/;
const CLOCK = /^(\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?/;
const MONTHS = { Jan: 1, Feb: 2, Mar: 3, Apr: 4, May: 5, Jun: 6, Jul: 7, Aug: 8, Sep: 9, Oct: 10, Nov: 11, Dec: 12 };
// Days before each month of a leap year: a constant calendar, so that lines that give no year
// stay in order among those that do.
const BEFORE = [0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335];

/** Seconds since the start of the year for a date with a time, or null. */
export function ofStamp(text) {
  const found = STAMP.exec(text);
  if (!found) return null;
  const [, , month, day, hours, minutes, seconds, fraction, , sign, zoneHours, zoneMinutes] = found;
  let zone = 0;
  if (sign) zone = (Number(zoneHours) * 3600 + Number(zoneMinutes) * 60) * (sign === "+" ? 1 : -1);
  return ofDate(Number(month), Number(day), ofDay(hours, minutes, seconds, fraction) - zone);
}

/** Seconds for a month (number or name) and day, if given, and a time of day; or null. */
export function ofParts(month, day, clock) {
  const found = CLOCK.exec(clock);
  if (!found) return null;
  const seconds = ofDay(found[1], found[2], found[3], found[4]);
  if (month == null || day == null) return seconds;
  const number = MONTHS[month] ?? (/^\d+$/.test(month) ? Number(month) : 0);
  return ofDate(number, Number(day), seconds);
}

function ofDay(hours, minutes, seconds, fraction) {
  const part = fraction ? Number(fraction) / 10 ** fraction.length : 0;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + part;
}

function ofDate(month, day, seconds) {
  if (month < 1 || month > 12) return null;
  return (BEFORE[month - 1] + day) * 86400 + seconds;
}

/** The day of a time with a date, as `6 Dec`; a time without a date has none. */
export function dayOf(seconds) {
  const day = Math.floor(seconds / 86400);
  const month = BEFORE.findLastIndex((before) => before < day);
  return month < 0 ? "" : `${day - BEFORE[month]} ${Object.keys(MONTHS)[month]}`;
}
