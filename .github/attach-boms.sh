#!/usr/bin/env bash
# Attaches the bill of materials of each package to its release, if that is of this commit. Can be repeated.
set -euo pipefail
pnpm boms
for folder in packages/*/; do
  name=$(basename "$folder")
  tag="@flight-offset/$name@$(cd "$folder" && npm pkg get version | tr -d '"')"
  # Of an annotated tag the second line is its commit.
  commit=$(git ls-remote origin "refs/tags/$tag" "refs/tags/$tag^{}" | tail -n 1 | cut -f 1)
  [ "$commit" = "$(git rev-parse HEAD)" ] || continue
  gh release view "$tag" > /dev/null ||
    gh release create "$tag" --verify-tag --title "$tag" --notes-file "${folder}CHANGELOG.md"
  gh release upload "$tag" "boms/$name.cdx.json" --clobber
done
