#!/usr/bin/env bash
# Publishes every package whose version is new. npm holds the provenance of a package against the repository which its
# package.json names: the one in which this runs.
set -euo pipefail
for folder in packages/*/; do
  (
    cd "$folder"
    npm pkg set repository.type=git repository.directory="${folder%/}" \
      repository.url="git+$GITHUB_SERVER_URL/$GITHUB_REPOSITORY.git"
  )
done
pnpm changeset publish
