#!/bin/sh
# Install Node and npm, on Debian and its like, if they are missing.
set -eu

command -v npm >/dev/null && exit 0
. "${0%/*}/apt.sh"
patient_apt_get update && install nodejs npm || fail
