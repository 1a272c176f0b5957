#!/usr/bin/env bash
#
# Whether clients of the last release can go on with this one: sdk/openapi.json against sdk/openapi-released.json, by
# oasdiff. Within a version nothing is taken away (docs/versions.md); codes may be added to answers, which
# sdk/oasdiff-levels.txt allows. Who releases copies the one over the other. Until there is a release, the document of
# the day on which this check came stands for it.
#
# A document from which things were taken must be found, or this looks at nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."

compare() {
  "${OASDIFF:-oasdiff}" breaking "$1" "$2" --fail-on ERR --severity-levels sdk/oasdiff-levels.txt
}

compare sdk/openapi-released.json sdk/openapi.json

less=$(mktemp)
trap 'rm -f "$less"' EXIT
node --input-type=module - "$less" <<'PROGRAM'
import { readFileSync, writeFileSync } from 'node:fs';
const document = JSON.parse(readFileSync('sdk/openapi.json', 'utf8'));
document.components.schemas.Order.required.push('duration');
writeFileSync(process.argv[2], JSON.stringify(document));
PROGRAM
if compare sdk/openapi.json "$less" >/dev/null; then
  echo 'a field that has to be sent from now on was not found'
  exit 1
fi
