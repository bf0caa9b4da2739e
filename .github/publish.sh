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
# The variable's name, not its value. Where npm trusts this workflow no token is set, or needed.
if [ -n "${NPM_TOKEN:-}" ]; then
  registry=$(npm config get registry)
  npm config set --location=user "${registry#*:}:_authToken=\${NPM_TOKEN}"
fi
pnpm changeset publish
# What a run that was interrupted had published without a tag, the next one does not publish again: it only lacks the tag.
pnpm changeset git-tag
