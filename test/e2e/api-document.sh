#!/usr/bin/env bash
#
# The OpenAPI document by the rules of two linters. What the service publishes is sdk/openapi.json: a test holds the two
# together.
set -euo pipefail
cd "$(dirname "$0")/../.."

export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
npx --no-install redocly lint --config sdk/redocly.yaml sdk/openapi.json
npx --no-install spectral lint --ruleset sdk/spectral.yaml --fail-severity hint sdk/openapi.json
