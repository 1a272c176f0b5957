#!/usr/bin/env bash
#
# The service on each release of Node that it is said to run on: the one at hand, and those below, which come as
# packages of npm and are kept for the next run. Tests and service run on the same one: processes, jobs, both stores,
# files and S3.
#
# Needs a build (`npm run build`). Where a release cannot be had, it is left out and said so: CI must not depend on a
# network.
set -euo pipefail
cd "$(dirname "$0")/../.."

releases=(22.23.3 24.9.0)
folder="${XDG_CACHE_HOME:-$HOME/.cache}/route-engine-ci"
tests=(test/process/process test/process/jobs test/jobs/matrix test/storage/units test/storage/postgres test/blobs/contract test/http/bodies)

# Prints the program's path; nothing if it cannot be had.
node_of() {
  local release=$1 home=$folder/node-$1
  local program=$home/node_modules/node/bin/node
  if [[ $("$program" --version 2>/dev/null) != "v$release" ]]; then
    rm -rf "$home"
    mkdir -p "$home"
    npm install --prefix "$home" --no-save "node@$release" >"$home/install.log" 2>&1 || return 0
  fi
  if [[ $("$program" --version 2>/dev/null) == "v$release" ]]; then printf '%s\n' "$program"; fi
}

run_on() {
  printf 'Node %s\n' "$("$1" --version)"
  NODE_OPTIONS=--experimental-vm-modules "$1" node_modules/jest/bin/jest.js --ci --forceExit --silent "${tests[@]}"
}

if [[ ${1:-} != --others ]]; then run_on "$(command -v node)"; fi
for release in "${releases[@]}"; do
  program=$(node_of "$release")
  if [[ -z $program ]]; then
    printf 'Node %s: left out, npm does not give it\n' "$release"
  else
    run_on "$program"
  fi
done
