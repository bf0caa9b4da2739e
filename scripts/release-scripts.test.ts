/** Scripts of the release workflow, with commands that record their calls in place of npm, pnpm and gh. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { skipWithout } from '../docs/test/skip-without.ts';

const scripts = fileURLToPath(new URL('../.github/', import.meta.url));
const TAG = '@flight-offset/core@0.1.0';

const COMMANDS = {
  npm: `case "$*" in "pkg get version") echo '"0.1.0"' ;; "config get registry") echo https://packages.example/ ;; esac`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's.
  pnpm: '[ "$*" != "changeset publish" ] || exit "${PUBLISH_EXIT:-0}"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's.
  gh: '[ "$2" != view ] || exit "${VIEW_EXIT:-0}"',
};

const skip = skipWithout([
  ['git', '--version'],
  ['bash', '--version'],
]);

/** Without the variables of a git hook, which lead to the committer's repository, and without the user's settings. */
const ENVIRONMENT: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
};

let folder: string;
const git = (...args: string[]): void => {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  execFileSync('git', [...identity, ...args], {
    cwd: join(folder, 'clone'),
    env: ENVIRONMENT,
    stdio: 'ignore',
  });
};

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  mkdirSync(join(folder, 'bin'));
  for (const [name, does] of Object.entries(COMMANDS)) {
    const path = join(folder, 'bin', name);
    writeFileSync(path, `#!/usr/bin/env bash\necho "${name} $*" >> "${folder}/calls"\n${does}\n`);
    chmodSync(path, 0o755);
  }
});
after(() => rmSync(folder, { recursive: true }));

beforeEach(() => {
  for (const path of ['calls', 'clone', 'origin'])
    rmSync(join(folder, path), { recursive: true, force: true });
  mkdirSync(join(folder, 'clone/packages/core'), { recursive: true });
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'a');
  git('init', '--quiet', '--bare', '../origin');
  git('remote', 'add', 'origin', '../origin');
});

/**
 * Runs one of the scripts. @returns Its exit code and the commands that it called, without those that set package.json.
 */
function runScript(name: string, env: NodeJS.ProcessEnv = {}): { status: number | null; calls: string[] } {
  const { NPM_TOKEN: _token, ...own } = ENVIRONMENT;
  const PATH = `${folder}/bin:${own.PATH}`;
  const { status } = spawnSync('bash', [scripts + name], {
    cwd: join(folder, 'clone'),
    env: { ...own, PATH, GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'a/b', ...env },
  });
  const path = join(folder, 'calls');
  const calls = existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
  return { status, calls: calls.filter((call) => !call.startsWith('npm pkg ')) };
}

test('tags published versions, also those of an earlier run', { skip }, () => {
  const { status, calls } = runScript('publish.sh');
  assert.deepEqual(
    { status, calls },
    { status: 0, calls: ['pnpm changeset publish', 'pnpm changeset git-tag'] },
  );
});

test('does not tag a version that failed to publish', { skip }, () => {
  const { status, calls } = runScript('publish.sh', { PUBLISH_EXIT: '1' });
  assert.deepEqual({ status, calls }, { status: 1, calls: ['pnpm changeset publish'] });
});

test('reads the npm token from the environment, and stores it nowhere', { skip }, () => {
  const { calls } = runScript('publish.sh', { NPM_TOKEN: 'npm_secret' });
  // biome-ignore lint/suspicious/noTemplateCurlyInString: npm and pnpm read the variable.
  assert.equal(calls[1], 'npm config set --location=user //packages.example/:_authToken=${NPM_TOKEN}');
});

const upload = `gh release upload ${TAG} boms/core.cdx.json --clobber`;
const create = `gh release create ${TAG} --verify-tag --title ${TAG} --notes-file packages/core/CHANGELOG.md`;

for (const [kind, tag] of [
  ['annotated', ['tag', '--annotate', '--message', 'a', TAG]],
  ['lightweight', ['tag', TAG]],
] as const)
  test(`attaches a bill of materials to the release of this commit: ${kind} tag`, { skip }, () => {
    git(...tag);
    git('push', '--quiet', 'origin', TAG);
    const { status, calls } = runScript('attach-boms.sh');
    const expected = ['pnpm boms', `gh release view ${TAG}`, upload];
    assert.deepEqual({ status, calls }, { status: 0, calls: expected });
  });

test('creates a release for a tag without one', { skip }, () => {
  git('tag', TAG);
  git('push', '--quiet', 'origin', TAG);
  const { status, calls } = runScript('attach-boms.sh', { VIEW_EXIT: '1' });
  assert.equal(status, 0);
  assert.deepEqual(calls.slice(2), [create, upload]);
});

test('leaves the bill of a release of another commit', { skip }, () => {
  git('tag', TAG);
  git('push', '--quiet', 'origin', TAG);
  git('commit', '--quiet', '--allow-empty', '--message', 'b');
  assert.deepEqual(runScript('attach-boms.sh'), { status: 0, calls: ['pnpm boms'] });
});

test('attaches no bill for a version that was never released', { skip }, () => {
  assert.deepEqual(runScript('attach-boms.sh'), { status: 0, calls: ['pnpm boms'] });
});
