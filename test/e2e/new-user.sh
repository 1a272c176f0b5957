#!/usr/bin/env bash
#
# Plays a new user: a fresh copy of the repository, an empty npm cache, the two commands of the README, and the request
# that the first start prints. Then the service is told to stop, and has to say goodbye with exit code 0.
#
# The port is a free one instead of 8080 and the data lies in a folder of its own, so that this can run beside a
# service.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
service_pid=

clean_up() {
  if [[ -n $service_pid ]]; then kill -KILL -- "-$service_pid" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap clean_up EXIT

fail() {
  printf 'new user: %s\n' "$1" >&2
  if [[ -s $work/output ]]; then sed 's/^/  | /' "$work/output" >&2; fi
  exit 1
}

# What a clone would have, and what has not been committed yet; never what was built or installed.
mkdir "$work/copy"
git -C "$root" ls-files -z --cached --others --exclude-standard |
  (cd "$root" && while IFS= read -r -d '' path; do [[ ! -e $path ]] || printf '%s\0' "$path"; done) |
  tar -C "$root" --null -T - -cf - | tar -C "$work/copy" -xf -
cd "$work/copy"

mapfile -t commands < <(awk '/^```sh$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' README.md)
[[ ${#commands[@]} == 2 ]] || fail "the README starts with ${#commands[@]} commands instead of 2"
printf '$ %s\n' "${commands[0]}"
npm_config_cache="$work/cache" timeout 300 bash -c "${commands[0]}" >"$work/output" 2>&1 ||
  fail "'${commands[0]}' failed"

printf '$ %s\n' "${commands[1]}"
# A process group of its own: nothing that it starts may outlive this script.
set -m
npm_config_cache="$work/cache" PORT=0 METRICS_PORT=0 DATA_DIR="$work/data" \
  bash -c "exec ${commands[1]}" >"$work/output" 2>&1 </dev/null &
service_pid=$!
set +m
# The request stands alone between "Try it:" and the next empty line.
request() { awk '/^Try it:$/ { inside = 1; next } inside && /^$/ && text { done = 1; exit } inside { text = text $0 "\n" }
  END { if (done) { sub(/^\n+/, "", text); printf "%s", text } }' "$work/output"; }
for ((tenths = 0; ; tenths++)); do
  request >"$work/request.sh"
  [[ ! -s $work/request.sh ]] || break
  kill -0 "$service_pid" 2>/dev/null || fail "'${commands[1]}' ended"
  ((tenths < 1200)) || fail "'${commands[1]}' printed no request within two minutes"
  sleep 0.1
done

printf '$ %s …\n' "$(head -n 1 "$work/request.sh")"
timeout 60 bash "$work/request.sh" >"$work/answer.json" || fail 'the printed request failed'
node -e '
  const { travel_costs, travel_model, attribution } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
  const rows = Object.values(travel_costs).flatMap((row) => Object.values(row));
  const right = (row) => row.length === 9 && row.every((number) => Number.isInteger(number) && number >= 0);
  if (rows.length < 4 || !rows.every(right)) throw new Error("not 9 whole numbers for each pair");
  if (travel_model !== "road" || !attribution.includes("OpenStreetMap")) throw new Error("not on real streets");
  console.log(`${rows.length} pairs, 9 numbers each, on real streets`);
' "$work/answer.json" || fail "the answer is not the expected one: $(head -c 2000 "$work/answer.json")"

# Told to npm, which is what was started; the server has to hear of it, and nothing may live on.
kill -TERM "$service_pid"
for ((tenths = 0; ; tenths++)); do
  kill -0 -- "-$service_pid" 2>/dev/null || break
  ((tenths < 350)) || fail 'the service still runs 35 s after SIGTERM'
  sleep 0.1
done
code=0
wait "$service_pid" || code=$?
service_pid=
[[ $code == 0 ]] || fail "the service ended with exit code $code after SIGTERM"
echo 'stopped by SIGTERM with exit code 0'
