import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type RunningGateway, startGateway } from '@flight-offset/gateway';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../chromium.ts';
import { installOutside, type OutsideProject } from './outside-project.ts';
import type { ProjectName } from './projects.ts';
import { type Shop, startShop } from './shop.ts';
import { walk } from './walk.ts';

/** A project in some framework, and a file with type errors for its type checker to find. */
export interface Consumer {
  readonly name: ProjectName;
  /** A file of the project with an invalid cabin and an unknown field. */
  readonly fault: string;
  readonly check: readonly [tool: string, ...args: string[]];
  readonly build: readonly [tool: string, ...args: string[]];
  /** Serves the built site; by default the files in `dist`. */
  readonly start?: (project: OutsideProject, gatewayUrl: string) => Promise<Shop>;
}

/** Returns the names of the project's own sources in the output of a checker. */
function sourcesIn(output: string): string[] {
  const plain = output.replaceAll('\\', '/');
  return [...new Set(plain.match(/(?<![\w./@-])(?:src|app)\/[\w./-]+\.(?:html|svelte|tsx?|vue)/g))];
}

/**
 * Tests the packed packages in frameworks: types checked, built by the project's own bundler, used up to a paid order.
 * A gateway and a browser serve all of them.
 */
export function testConsumers(...consumers: readonly Consumer[]): void {
  let gateway: RunningGateway;
  let browser: Browser;

  before(async () => {
    gateway = await startGateway({ sandbox: true });
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await gateway?.close();
  });

  for (const { name, fault, check, build, start } of consumers)
    describe(name, () => {
      let project: OutsideProject;
      let shop: Shop;

      before(async () => {
        project = await installOutside(name);
      });
      after(async () => {
        await shop?.close();
        await project?.remove();
      });

      it('has its types checked, in templates too', async () => {
        const { code, output } = await project.exec(...check);
        assert.notEqual(code, 0, 'the faults were not found');
        assert.deepEqual(sourcesIn(output), [fault], output);
        assert.match(output, /steerage/);
        assert.match(output, /gramms/);
        assert.doesNotMatch(output, /node_modules/, 'the types of the packages hold in themselves');
      });

      it('builds, and a traveller pays', async () => {
        await rm(join(project.folder, fault));
        const { code, output } = await project.exec(...build);
        assert.equal(code, 0, output);
        shop = start
          ? await start(project, gateway.url)
          : await startShop(join(project.folder, 'dist'), gateway.url);
        await walk(browser, shop.url, gateway.url);
      });
    });
}
