#!/bin/sh
# Installs what the tests need beside Python: a Chromium, Node, ShellCheck.
# Uses the system's package manager where it may; else says what to do and fails.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-}
if [ -z "$python" ]; then
  if [ -x "$here/../../.venv/bin/python" ]; then python="$here/../../.venv/bin/python"; else python=python3; fi
fi

has_chromium() { "$python" "$here/chromium.py" >/dev/null 2>&1; }
has() { command -v "$1" >/dev/null 2>&1; }

missing=""
has_chromium || missing="$missing chromium"
has node || missing="$missing node"
has shellcheck || missing="$missing shellcheck"
[ -n "$missing" ] || exit 0

echo "Missing for the tests:$missing" >&2

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"
  elif has sudo && sudo -n true 2>/dev/null; then sudo -n "$@"
  else return 1; fi
}

by_apt() {
  # Ubuntu's chromium is a stub for snap, which does not run in a container: Playwright's is used
  packages=""
  for tool in $missing; do
    case $tool in
      node) packages="$packages nodejs" ;;
      chromium) if ! grep -qi '^ID=ubuntu' /etc/os-release; then packages="$packages chromium"; fi ;;
      *) packages="$packages $tool" ;;
    esac
  done
  [ -n "$packages" ] || return 0
  as_root apt-get update -qq || return 1
  # shellcheck disable=SC2086 # a list of packages
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages
}

by_dnf() {
  packages=""
  for tool in $missing; do
    case $tool in
      node) packages="$packages nodejs" ;;
      shellcheck) packages="$packages ShellCheck" ;;
      *) packages="$packages $tool" ;;
    esac
  done
  # shellcheck disable=SC2086
  as_root dnf install -y -q $packages
}

by_brew() {
  for tool in $missing; do
    case $tool in chromium) ;; *) brew install --quiet "$tool" ;; esac
  done
}

if has apt-get; then by_apt || true
elif has dnf; then by_dnf || true
elif has brew; then by_brew || true
fi

if ! has_chromium; then
  echo "No system Chromium: asking Playwright for its own." >&2
  if [ "$(id -u)" -eq 0 ] && has apt-get; then
    "$python" -m playwright install --with-deps chromium || true
  else
    "$python" -m playwright install chromium || true
  fi
fi

still=""
has_chromium || still="$still chromium"
has node || still="$still node"
has shellcheck || still="$still shellcheck"
if [ -n "$still" ]; then
  echo "Please install:$still" >&2
  echo "  Debian, Ubuntu:  sudo apt-get install chromium nodejs shellcheck" >&2
  echo "  Fedora:          sudo dnf install chromium nodejs ShellCheck" >&2
  echo "  macOS:           brew install node shellcheck, and Google Chrome" >&2
  echo "  a Chromium elsewhere: set FAULTBOOK_CHROMIUM to its path" >&2
  exit 1
fi
