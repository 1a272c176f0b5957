#!/usr/bin/env bash
#
# Holds a running service to its own OpenAPI document: Schemathesis makes requests that fit the document and requests
# that do not, and checks that no answer is a failure of the server, undocumented, or of another shape than documented,
# and that what does not fit is refused. (That what fits is accepted is not asked: an index past the last location or an
# unreachable place is refused by rules that JSON Schema has no words for.)
#
# The seed is fixed, so that a failure here is a failure everywhere; FUZZ_SEED and FUZZ_EXAMPLES (a count for each
# operation and phase) search elsewhere and longer. Needs Python 3; the tool is installed once below ~/.cache.
set -euo pipefail

version=4.32.5
seed=${FUZZ_SEED:-20260101}
examples=${FUZZ_EXAMPLES:-20}
root=$(cd "$(dirname "$0")/../.." && pwd)
tools=${XDG_CACHE_HOME:-$HOME/.cache}/route-engine-ci/schemathesis-$version
work=$(mktemp -d)
service_pid=

clean_up() {
  if [[ -n $service_pid ]]; then kill -KILL "$service_pid" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap clean_up EXIT

fail() {
  printf 'fuzz: %s\n' "$1" >&2
  exit 1
}

# The last step of the installation says that all of it is there.
if [[ ! -e $tools/complete ]]; then
  rm -rf "$tools"
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check "schemathesis==$version"
  touch "$tools/complete"
fi

cd "$root"
npm run --silent build
key=fuzz-key-0123456789
# The document's example lies in Porto, by car: that is on roads, everything else is estimated.
node dist/scripts/map-build.js maps/porto.osm.pbf --profiles car --out "$work/maps/porto.map" >"$work/log" 2>&1 ||
  fail "the map was not built: $(cat "$work/log")"
PORT=0 METRICS_PORT=0 DATA_DIR="$work/data" MAPS_DIR="$work/maps" INITIAL_API_KEY=$key INITIAL_CREDITS=1000000000 \
  REQUESTS_PER_MINUTE=1000000000 WRONG_KEYS_PER_MINUTE=1000000000 node dist/programs/main.js >"$work/log" 2>&1 </dev/null &
service_pid=$!
for ((tenths = 0; ; tenths++)); do
  url=$(sed -n 's/.*"url":"\([^"]*\)".*"msg":"listening".*/\1/p' "$work/log")
  [[ -z $url ]] || break
  kill -0 "$service_pid" 2>/dev/null || fail "the service did not start: $(cat "$work/log")"
  ((tenths < 300)) || fail 'the service did not start within 30 s'
  sleep 0.1
done

code=0
cd "$work"
# fuzz SECONDS_MAX OPTION...: what the options leave of the document.
fuzz() {
  local seconds_max=$1
  shift
  # How long bodies of a large schema take to be drawn says nothing of the service: no health check of it.
  timeout "$seconds_max" "$tools/bin/schemathesis" run "$url/engine/openapi.json" "$@" \
    --header "x-api-key: $key" \
    --phases examples,coverage,fuzzing --max-examples "$examples" --seed "$seed" --generation-database none \
    --suppress-health-check too_slow \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance \
    --checks response_schema_conformance,negative_data_rejection,unsupported_method,missing_required_header \
    --request-timeout 30 --warnings off --no-color >>"$work/report" 2>&1
}
# Apart, and last, so that the tool knows of no job: the events of one that searches for an hour last for an hour.
events=/engine/jobs/v1/events
fuzz 900 --exclude-path "$events" && fuzz 120 --include-path "$events" || code=$?

kill -0 "$service_pid" 2>/dev/null || { tail -n 20 "$work/log" >&2; fail 'the service died'; }
if [[ $code != 0 ]]; then
  cat "$work/report"
  fail "Schemathesis ended with exit code $code (124 is out of time)"
fi
grep -E '[0-9]+ generated|passed|Test cases|Operations' "$work/report" | tail -n 10
