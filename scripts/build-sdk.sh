#!/usr/bin/env bash
#
# `npm run build:sdk`: generates the clients in sdk/ from the OpenAPI document that the service publishes. The output is
# committed; test/e2e/sdk.sh fails when a new run changes it. Needs Python 3; installs its tools once below ~/.cache.
set -euo pipefail
cd "$(dirname "$0")/.."

npm run --silent build
node dist/scripts/write-openapi.js
node dist/scripts/write-reference.js
npx --no-install openapi-typescript sdk/openapi.json --empty-objects-unknown --default-non-nullable false --root-types \
  --root-types-no-schema-prefix -o sdk/typescript/src/schema.ts
npx --no-install tsc -p sdk/typescript

. scripts/sdk-python-tools.sh
rm -rf sdk/python/src/route_engine/generated
"$tools/bin/openapi-python-client" generate --path sdk/openapi.json --config sdk/python/generator.yaml --meta none \
  --output-path sdk/python/src/route_engine/generated --overwrite
