#!/usr/bin/env bash
#
# Sourced: starts the service that is built, without maps, and sets `url`, `key` and `service_pid`, which the sourcing
# script ends. Needs `work` (a directory) and `fail`.
key=e2e-key-0123456789
# The loop below may read the log before the background process has opened it.
: >"$work/log"
PORT=0 METRICS_PORT=0 DATA_DIR="$work/data" MAPS_DIR="$work/no-maps" INITIAL_API_KEY=$key INITIAL_CREDITS=1000000 \
  node dist/programs/main.js >"$work/log" 2>&1 </dev/null &
service_pid=$!
for ((tenths = 0; ; tenths++)); do
  url=$(sed -n 's/.*"url":"\([^"]*\)".*"msg":"listening".*/\1/p' "$work/log")
  [[ -z $url ]] || break
  kill -0 "$service_pid" 2>/dev/null || fail "the service did not start: $(cat "$work/log")"
  ((tenths < 300)) || fail 'the service did not start within 30 s'
  sleep 0.1
done
