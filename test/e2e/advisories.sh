#!/usr/bin/env bash
#
# Known holes in what the service is built of. `npm audit` asks the registry, `cargo audit` a list that it fetches;
# where one cannot be asked it is left out and said so, since CI must not depend on a network. A finding of high
# severity fails.
set -euo pipefail
cd "$(dirname "$0")/../.."

report=$(mktemp)
trap 'rm -f "$report"' EXIT

# Packages that the service runs with; those of development never leave the machine that builds.
if npm audit --omit=dev --audit-level=high --json >"$report" 2>/dev/null; then
  echo 'npm audit: nothing of high severity'
elif node -e '
  const { vulnerabilities } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
  if (vulnerabilities === undefined) process.exit(1);
  for (const { name, severity, range } of Object.values(vulnerabilities)) console.log(`${name} ${range}: ${severity}`);
' "$report" 2>/dev/null; then
  echo 'npm audit: see above; take a release without them, or say in package.json why not'
  exit 1
else
  echo 'npm audit: left out, the registry does not answer it'
fi

if ! cargo audit --version >/dev/null 2>&1; then
  echo 'cargo audit: left out, it is not installed (cargo install cargo-audit)'
elif cargo audit --json >"$report" 2>/dev/null; then
  echo 'cargo audit: nothing'
elif node -e '
  const { vulnerabilities } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
  for (const { advisory, package: { name, version } } of vulnerabilities.list) console.log(`${name} ${version}: ${advisory.id} ${advisory.title}`);
' "$report" 2>/dev/null; then
  echo 'cargo audit: see above'
  exit 1
else
  echo 'cargo audit: left out, its list cannot be fetched'
fi
