/** The files that are not pages: their server handles any URL, and a build makes each page once. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Connect, Plugin, ViteDevServer } from 'vite';
import { pageMarkdown } from '../.vitepress/page-markdown.ts';
import { textFiles } from '../.vitepress/text-files.ts';

/**
 * Returns the status and text of a URL, from a server with only the plugin; 404 if the plugin passes it on, 500 if it
 * fails.
 */
async function get(plugin: Plugin, path: string): Promise<{ status: number; text: string }> {
  const handlers: Connect.NextHandleFunction[] = [];
  const middlewares = { use: (handler: Connect.NextHandleFunction) => handlers.push(handler) };
  const { configureServer } = plugin;
  assert.ok(typeof configureServer === 'function');
  await configureServer.call({} as never, { middlewares } as unknown as ViteDevServer);
  const server = createServer((request, response) => {
    handlers[0]?.(request, response, (error?: unknown) => {
      response.writeHead(error ? 500 : 404).end(error instanceof Error ? error.message : '');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: response.status, text: await response.text() };
  } finally {
    server.close();
  }
}

test('passes on a URL that is no file', async () => {
  for (const path of ['/%', '/%E0%A4%A', '/__proto__', '/guide/start', '/none.md'])
    assert.equal((await get(textFiles('/'), path)).status, 404, path);
});

test('links between pages include the base path of the site', async () => {
  const plugin = textFiles(
    '/flight-offset/',
    async () => 'See [orders](/guide/linking#orders), [us](https://a.example).',
  );
  for (const file of ['guide/start.md', 'llms-full.txt']) {
    const { text } = await get(plugin, `/flight-offset/${file}`);
    assert.match(
      text,
      /See \[orders\]\(http:\/\/127\.0\.0\.1:\d+\/flight-offset\/guide\/linking#orders\), \[us\]\(https:\/\/a\.example\)\./,
    );
  }
});

test('passes on the error of a page that cannot be rendered', async () => {
  const plugin = textFiles('/', () => Promise.reject(new Error('no such region')));
  assert.deepEqual(await get(plugin, '/guide/start.md'), { status: 500, text: 'no such region' });
});

test('a page is served as Markdown, below the base of the site', async () => {
  const plugin = textFiles('/docs/', async (link) => `# ${link}`);
  assert.deepEqual(await get(plugin, '/docs/guide/start.md'), { status: 200, text: '# /guide/start' });
});

test('a folder without a page leads to its first one, below the base of the site', async () => {
  for (const [folder, page] of [
    ['guide', 'start'],
    ['quickstart', 'node'],
    ['reference', 'operations'],
    ['emissions', 'method'],
  ]) {
    const { status, text } = await get(textFiles('/docs/'), `/docs/${folder}/`);
    assert.equal(status, 200);
    assert.ok(text.includes(`<meta http-equiv="refresh" content="0; url=/docs/${folder}/${page}">`), text);
  }
  for (const path of ['/docs/', '/docs/sandbox/', '/docs/none/'])
    assert.equal((await get(textFiles('/docs/'), path)).status, 404, 'VitePress serves it');
});

test('llms.txt has the whole paragraph under the title of a page, on one line', async () => {
  const page = '# Title\n\nThe first line,\nthe [second](/one).\n\nAnother paragraph.\n';
  const { text } = await get(
    textFiles('/', async () => page),
    '/llms.txt',
  );
  assert.match(text, /guide\/start\.md\): The first line, the second\.$/m);
  assert.doesNotMatch(text, /Another paragraph/);
});

test('Markdown of a page names the file of its code by path, and marks an excerpt', async () => {
  const markdown = await pageMarkdown('/guide/widget');
  assert.match(markdown, /^```html \[examples\/plain-page\/index\.html \(excerpt\)\]$/m);
  const quickstart = await pageMarkdown('/quickstart/express');
  assert.match(quickstart, /^```js \[public\/return\.js\]$/m);
  assert.doesNotMatch(quickstart, /excerpt/);
});

test('a build makes each page once', async () => {
  const made: string[] = [];
  const { generateBundle } = textFiles('/', async (link) => {
    made.push(link);
    return `# ${link}`;
  });
  const emitted: string[] = [];
  const context = {
    environment: { name: 'client' },
    emitFile: ({ fileName = '' }: { readonly fileName?: string }) => emitted.push(fileName),
  };
  assert.ok(typeof generateBundle === 'function');
  await generateBundle.call(context as never, {} as never, {}, false);
  assert.deepEqual(made, [...new Set(made)]);
  assert.ok(made.length > 40);
  for (const file of ['llms.txt', 'llms-full.txt', 'guide/start.md', 'reference/operations.md'])
    assert.ok(emitted.includes(file), file);
});
