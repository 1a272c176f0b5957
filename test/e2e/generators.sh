#!/usr/bin/env bash
#
# Clients that openapi-generator makes of the document as it is, for Go, Java and TypeScript, and hey-api for
# TypeScript: each compiles, and does a matrix, a plan and a job with a real service. Needs Go, Java 17 and Maven, which
# are installed where they are missing.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=7.14.0
hey_api_version=0.99.0
root=$PWD
work=$(mktemp -d)
service_pid=

clean_up() {
  if [[ -n $service_pid ]]; then kill -KILL "$service_pid" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap clean_up EXIT

fail() {
  printf 'generators: %s\n' "$1" >&2
  exit 1
}

if ! command -v mvn >/dev/null || ! command -v javac >/dev/null; then
  apt-get update --quiet=2
  DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --yes --no-install-recommends default-jdk-headless maven
fi
tools=${XDG_CACHE_HOME:-$HOME/.cache}/route-engine-ci/openapi-generator-$version
if [[ ! -e $tools/complete ]]; then
  mkdir -p "$tools"
  mvn --quiet --batch-mode dependency:copy -Dartifact="org.openapitools:openapi-generator-cli:$version" -DoutputDirectory="$tools"
  touch "$tools/complete"
fi
# Beside the compiler that it was made for, which is ours.
hey_api=${XDG_CACHE_HOME:-$HOME/.cache}/route-engine-ci/hey-api-$hey_api_version
if [[ ! -e $hey_api/complete ]]; then
  npm install --silent --no-fund --no-audit --prefix "$hey_api" "@hey-api/openapi-ts@$hey_api_version" typescript@5.9.3
  touch "$hey_api/complete"
fi
# generate LANGUAGE DIRECTORY OPTION...
generate() {
  local language=$1 directory=$2
  shift 2
  java -jar "$tools/openapi-generator-cli-$version.jar" generate --skip-validate-spec -g "$language" -i sdk/openapi.json \
    -o "$directory" "$@" >"$work/generate.log" 2>&1 || fail "$language: $(tail -n 20 "$work/generate.log")"
}

[[ -e dist/programs/main.js ]] || npm run --silent build
. test/e2e/start-service.sh
export ROUTE_ENGINE_URL=$url ROUTE_ENGINE_KEY=$key
# The examples of the document itself.
node -e '
  const { writeFileSync } = require("node:fs");
  const { paths } = require("./sdk/openapi.json");
  const exampleOf = (path) => JSON.stringify(paths[path].post.requestBody.content["application/json"].example);
  const [matrix, plan] = process.argv.slice(1);
  writeFileSync(matrix, exampleOf("/engine/matrix/v1"));
  writeFileSync(plan, exampleOf("/engine/routing/v1/sync"));
' "$work/matrix.json" "$work/plan.json"
requests=("$work/matrix.json" "$work/plan.json")
# did NAME LINE: three places, three orders, a job that has a result.
did() {
  [[ ${2,,} == '3 ok 3 completed' ]] || fail "$1 did not do all of it: $2"
  printf '%s: a matrix, a plan and a job\n' "$1"
}

generate go "$work/go"
mkdir "$work/go/plan"
cp test/e2e/generators/plan.go "$work/go/plan/main.go"
did Go "$(cd "$work/go" && go run ./plan "${requests[@]}")"

# Without the option it sends lists that nobody has filled as empty ones.
generate java "$work/java" --additional-properties=containerDefaultToNull=true
cp test/e2e/generators/Plan.java "$work/java/src/main/java/Plan.java"
(cd "$work/java" && mvn --quiet --batch-mode -Dmaven.test.skip=true compile dependency:build-classpath \
  -Dmdep.outputFile="$work/classpath" >"$work/maven.log" 2>&1) || fail "Java does not compile: $(tail -n 20 "$work/maven.log")"
did Java "$(java -cp "$work/java/target/classes:$(cat "$work/classpath")" Plan "${requests[@]}" 2>/dev/null)"

# in_typescript NAME DIRECTORY PROGRAM: with the client that is in DIRECTORY/client.
in_typescript() {
  cp "test/e2e/generators/$3" "$2/plan.ts"
  echo '{ "type": "module" }' >"$2/package.json"
  ln -s "$root/node_modules" "$2/node_modules"
  npx --no-install tsc --noEmit --strict --module esnext --moduleResolution bundler --target es2023 --lib es2023,dom --skipLibCheck \
    --types node --typeRoots "$root/node_modules/@types" "$2/plan.ts"
  did "$1" "$(npx --no-install tsx "$2/plan.ts" "${requests[@]}")"
}

mkdir "$work/fetch" "$work/hey"
generate typescript-fetch "$work/fetch/client"
in_typescript 'TypeScript (fetch)' "$work/fetch" plan-fetch.ts
"$hey_api/node_modules/.bin/openapi-ts" --input "$root/sdk/openapi.json" --output "$work/hey/client" >"$work/hey.log" 2>&1 ||
  fail "hey-api: $(tail -n 20 "$work/hey.log")"
in_typescript 'TypeScript (hey-api)' "$work/hey" plan-hey.ts
