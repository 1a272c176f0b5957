#!/usr/bin/env bash
#
# To be sourced: sets `tools` to a Python environment with the tools that generate, check and test the Python client.
versions=(openapi-python-client==0.29.1 mypy==2.4.1 pytest==9.2.0)
name=$(printf '%s\n' "${versions[@]}" | sha256sum | cut -c1-12)
tools=${XDG_CACHE_HOME:-$HOME/.cache}/route-engine-ci/sdk-python-$name
# The last step of the installation creates this file, so an interrupted one starts over.
if [[ ! -e $tools/complete ]]; then
  rm -rf "$tools"
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check "${versions[@]}"
  touch "$tools/complete"
fi
