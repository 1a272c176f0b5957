#!/usr/bin/env bash
#
# The clients in sdk/: what is generated is fresh, types are strict, Python's tests pass against a real service, and
# what the READMEs show as a new user's first plan works with what pip and npm install. (TypeScript's tests are
# test/sdk, among those of the service.)
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
work=$(mktemp -d)
service_pid=

clean_up() {
  if [[ -n $service_pid ]]; then kill -KILL "$service_pid" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap clean_up EXIT

fail() {
  printf 'sdk: %s\n' "$1" >&2
  exit 1
}

cp -R sdk "$work/committed"
cp docs/reference.md "$work/reference.md"
npm run --silent build:sdk >"$work/build.log" 2>&1 || fail "build:sdk failed: $(cat "$work/build.log")"
for generated in openapi.json typescript/src/schema.ts python/src/route_engine/generated; do
  diff --recursive --brief --exclude=__pycache__ "$work/committed/$generated" "sdk/$generated" ||
    fail "npm run build:sdk changes sdk/$generated: commit what it makes"
done

cmp "$work/reference.md" docs/reference.md || fail 'npm run build:sdk changes docs/reference.md: commit what it makes'

. scripts/sdk-python-tools.sh
(cd sdk/python && "$tools/bin/mypy")

. test/e2e/start-service.sh
python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet --disable-pip-version-check "$root/sdk/python" pytest
export ROUTE_ENGINE_URL=$url ROUTE_ENGINE_KEY=$key
"$work/python/bin/pytest" --quiet -p no:cacheprovider sdk/python/tests

# The first code block of that language in a README.
shown() { awk -v mark="^\`\`\`$2\$" '$0 ~ /^```/ && on { exit } on { print } $0 ~ mark { on = 1 }' "$1" | sed "s|http://127.0.0.1:8080|$url|"; }
shown sdk/python/README.md python >"$work/first.py"
"$work/python/bin/python" "$work/first.py" | grep -q 'Ok' || fail 'the plan of the Python README'
mkdir "$work/node"
cd "$work/node"
npm init --yes >/dev/null
npm pkg set type=module
(cd "$root/sdk/typescript" && npm pack --silent --ignore-scripts --pack-destination "$work" >/dev/null)
npm install --silent --no-fund --no-audit "$work"/route-engine-client-*.tgz
shown "$root/sdk/typescript/README.md" ts >first.mts
"$root/node_modules/.bin/tsc" --strict --noEmit --module nodenext --target es2023 --lib es2023,dom --skipLibCheck --types node --typeRoots "$root/node_modules/@types" first.mts ||
  fail 'the types of the TypeScript README'
cp first.mts first.mjs
node first.mjs | grep -q 'Ok' || fail 'the plan of the TypeScript README'
npx --no-install route-engine usage --format table | grep -q 'credits' || fail 'the command line'
printf 'sdk: the plans of both READMEs are Ok\n'
