/** The site as plain files, without any server: links, axe on each page, and the sandbox in the page. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import vectors from '@flight-offset/core/retirement-vectors.json' with { type: 'json' };
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/chromium.ts';
import { paleFields } from '../../scripts/pale-fields.ts';
import { FIRST_PAGES } from '../.vitepress/page-links.ts';
import { STRICT_FRAME, STRICT_POLICY } from '../.vitepress/theme/sandbox/strict-policy.ts';
import { buildSite, ORIGIN } from './built-site.ts';
import { differenceFromFile, navigateTo } from './navigate.ts';
import {
  AXE,
  colourViolations,
  FRAME,
  removeElements,
  repeatedIds,
  structureViolations,
  violations,
} from './page-violations.ts';
import { serveSite } from './serve-site.ts';

let built: string;
let site: Awaited<ReturnType<typeof serveSite>>;
let browser: Browser;
let pages: string[];

before(async () => {
  built = await buildSite();
  site = await serveSite(built);
  browser = await launchBrowser();
  pages = globSync('**/*.html', { cwd: built })
    .filter(
      (name) =>
        name !== '404.html' &&
        name !== STRICT_FRAME &&
        !FIRST_PAGES.has(`/${name.replace(/index\.html$/, '')}`),
    )
    .map((name) => `/${name.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')}`);
});

after(async () => {
  await browser?.close();
  await site?.close();
});

/** Returns the file for a URL of the site. */
function fileOf(address: string): string {
  return readFileSync(`${built}${address.endsWith('/') ? `${address}index` : address}.html`, 'utf8');
}

/** Tests whether the site has the file, or the page with its element, that a link leads to. */
function isThere({ pathname, hash }: URL): boolean {
  if (/\.(json|txt|png|md)$/.test(pathname)) return globSync(pathname.slice(1), { cwd: built }).length > 0;
  if (!pages.includes(pathname)) return false;
  return hash === '' || fileOf(pathname).includes(`id="${decodeURIComponent(hash.slice(1))}"`);
}

test('every link inside the site leads to a page, and every anchor to an element', () => {
  assert.ok(pages.length > 30);
  const faults: string[] = [];
  for (const page of pages) {
    for (const [, href = ''] of fileOf(page).matchAll(/<a[^>]* href="([^"]+)"/g)) {
      const target = new URL(href.replaceAll('&amp;', '&'), `http://site${page}`);
      if (target.host === 'site' && !isThere(target)) faults.push(`${page} → ${href}`);
    }
  }
  assert.deepEqual(faults, []);
});

test('every folder of the site has a page, or redirects to its first one', () => {
  for (const folder of new Set(pages.map((page) => page.replace(/[^/]+$/, '')))) {
    const first = FIRST_PAGES.get(folder);
    const text = fileOf(folder);
    if (first === undefined) assert.ok(pages.includes(folder), folder);
    else assert.ok(pages.includes(first) && text.includes(`content="0; url=${first}"`), folder);
  }
});

test('links to other sites go over https', () => {
  for (const page of pages) {
    for (const [, href = ''] of fileOf(page).matchAll(/<a[^>]* href="(http:[^"]+)"/g)) {
      assert.match(href, /^http:\/\/localhost/, `${page} links to ${href}`);
    }
  }
});

test('no page loads files from another site', () => {
  for (const page of pages) {
    for (const [tag] of fileOf(page).matchAll(/<(?:script|link|img|iframe|source|video|audio)\b[^>]*>/g)) {
      // Its own URL, from which nothing is loaded.
      if (tag === `<link rel="canonical" href="${ORIGIN}${page}">`) continue;
      assert.doesNotMatch(tag, /(?:src|href|srcset)="(?:\w+:)?\/\//, page);
    }
  }
});

test('every table can be scrolled by keyboard', () => {
  for (const page of pages)
    for (const [tag] of fileOf(page).matchAll(/<table\b[^>]*>/g)) assert.match(tag, / tabindex="0"/, page);
});

test('pages of the sandbox state that they need scripts', () => {
  const sandbox = pages.filter((page) => page.startsWith('/sandbox/'));
  assert.ok(sandbox.length >= 6);
  for (const page of sandbox) assert.match(fileOf(page), /<noscript><p [^>]*>[^<]*JavaScript/, page);
});

test('llms.txt names the Markdown of every page by an absolute URL, and openapi.json is published', () => {
  const text = readFileSync(`${built}/llms.txt`, 'utf8');
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
  for (const link of links) {
    assert.ok(link.startsWith(`${ORIGIN}/`), `llms.txt names ${link}`);
    assert.ok(existsSync(`${built}${link.slice(ORIGIN.length)}`), `llms.txt names ${link}`);
  }
  const named = links.map((link) => link.slice(ORIGIN.length).replace(/(\/)?(index)?\.md$/, '$1'));
  const unnamed = pages.filter((page) => page !== '/' && page !== '/sandbox/return' && !named.includes(page));
  assert.deepEqual(unnamed, []);
  const vectors = JSON.parse(readFileSync(`${built}/retirement-vectors.json`, 'utf8')) as object;
  assert.ok('forgeries' in vectors);
  const document = JSON.parse(readFileSync(`${built}/openapi.json`, 'utf8')) as { paths: object };
  assert.ok('/offset-gateway/orders' in document.paths);
});

test('every page gives search engines and link previews its own description and URL', () => {
  const sitemap = readFileSync(`${built}/sitemap.xml`, 'utf8');
  const descriptions = pages.map((page) => {
    const file = fileOf(page);
    const content = (name: string): string => file.match(` ${name}" content="([^"]*)"`)?.[1] ?? '';
    const description = content('name="description');
    assert.ok(description.length > 0 && description.length <= 250, `${page}: ${description}`);
    assert.equal(content('property="og:description'), description);
    assert.equal(content('property="og:url'), ORIGIN + page);
    assert.ok(file.includes(`<link rel="canonical" href="${ORIGIN}${page}">`), page);
    assert.ok(sitemap.includes(`<loc>${ORIGIN}${page}</loc>`), page);
    return description;
  });
  // Three pages without a lead share the site's description.
  assert.equal(new Set(descriptions).size, pages.length - 2);
  const about = descriptions[pages.indexOf('/guide/signing')];
  assert.match(
    about ?? '',
    /^x-body-signature is the HMAC-SHA256 .*\. Here are examples for the shell, Python, PHP, Java, Go and C#\.$/,
  );
});

test('every page is a Markdown file too, and llms-full.txt holds them all', () => {
  const full = readFileSync(`${built}/llms-full.txt`, 'utf8');
  const files = globSync('**/*.md', { cwd: built });
  assert.ok(files.length > 45);
  for (const file of files) {
    const text = readFileSync(`${built}/${file}`, 'utf8');
    assert.match(text, /^# \S/, `${file} starts with its title`);
    assert.doesNotMatch(
      text.replace(/^(`{3,}).*\n[\s\S]*?^\1/gm, ''),
      /^<<<|@include|<script setup/m,
      `${file} holds what only the site understands`,
    );
    assert.ok(
      full.includes(`<!-- ${ORIGIN}/${file} -->`) && full.includes(text),
      `llms-full.txt lacks ${file}`,
    );
  }
});

test('the search finds generated reference pages', () => {
  const [index = ''] = globSync('assets/chunks/@localSearchIndexroot*.js', { cwd: built });
  const text = readFileSync(`${built}/${index}`, 'utf8');
  for (const [page, word] of [
    ['operations', 'extensions'],
    ['order-endpoints', 'signature'],
    ['emissions-endpoints', 'platform'],
    ['order-fields', 'callback'],
    ['settlement-fields', 'disputed'],
    ['errors', '40904'],
    ['elements', 'accent'],
    ['flight-offset-widget', 'redirect'],
    ['commands', 'reencrypt'],
    ['packages', 'tarballs'],
    ['package-server', 'createoffsethandler'],
    ['package-core-schemas', 'webhookeventschema'],
    ['booking-endpoints', 'bookings'],
    ['handler-options', 'bookingcontext'],
    ['limits', 'idempotency'],
    ['glossary', 'webhook'],
    ['configuration', 'loopback'],
  ]) {
    assert.ok(text.includes(`/reference/${page}#`), `the search lacks /reference/${page}`);
    assert.ok(text.includes(word ?? ''), `the search finds no ${word}`);
  }
});

/** Widths at which every page is judged, in pixels: with the navigation as a bar, and as a menu. */
const WIDTHS: readonly number[] = [1280, 390];

/** Tests whether a page is opened by its URL: it runs its own code, or has no sidebar. */
function isApart(address: string): boolean {
  return address === '/' || address.startsWith('/sandbox/');
}

/**
 * Judges a page at a width, its colours in both schemes.
 * @param seen Kinds of elements whose colours were judged; those of this page are added.
 * @param exclude Selectors of elements judged on another page.
 */
async function judge(page: Page, width: number, seen: Set<string>, exclude: readonly string[]) {
  await page.setViewportSize({ width, height: 844 });
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  const faults = beyond > 0 ? [`${beyond} pixels wider than the screen`] : [];
  for (const id of await repeatedIds(page)) faults.push(`the id ${id} twice`);
  const putBack = await removeElements(page, exclude);
  faults.push(...(await structureViolations(page)));
  faults.push(...(await colourViolations(page, seen)));
  await putBack();
  return faults;
}

/** Returns a function that opens an address with axe: by a link of the previous page if possible, as readers do. */
function pageOpener(page: Page, found: string[]): (address: string) => Promise<void> {
  let isOpen = false;
  return async (address) => {
    if (isOpen && !isApart(address)) {
      await navigateTo(page, address);
      const difference = await differenceFromFile(page, fileOf(address));
      if (difference) found.push(`${address}: ${difference}`);
      return;
    }
    await page.goto(site.url + address);
    if (address.startsWith('/sandbox/') && address !== '/sandbox/return') await settled(page);
    await page.addScriptTag({ path: AXE });
    isOpen = true;
  };
}

test('no page violates axe on desktop and phone, light and dark, or sends a request to another site', async () => {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  // VitePress would prefetch every page that a page links to, which the test does not use.
  await context.addInitScript(() => {
    const connection = Object.assign(new EventTarget(), { saveData: true });
    Object.defineProperty(navigator, 'connection', { value: connection });
  });
  const found: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(site.url) && !/^(data|blob):/.test(request.url()))
      found.push(`requested ${request.url()}`);
  });
  // Two at a time: the machine has as many cores.
  const queue = [...pages.filter((page) => !isApart(page)), ...pages.filter(isApart)];
  const seenFrames = new Set<string>();
  const seenKinds = new Set<string>();
  const work = async (): Promise<void> => {
    const page = await context.newPage();
    const open = pageOpener(page, found);
    // A page starts at the width at which the previous one ended.
    let widths = WIDTHS;
    for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
      await open(address);
      const folder = address.slice(0, address.lastIndexOf('/'));
      const exclude = seenFrames.has(folder) ? FRAME : [];
      seenFrames.add(folder);
      for (const width of widths)
        for (const fault of await judge(page, width, seenKinds, exclude))
          found.push(`${address} at ${width}: ${fault}`);
      widths = widths.toReversed();
    }
  };
  await Promise.all([work(), work()]);
  await context.close();
  assert.deepEqual(found, []);
  assert.ok(seenKinds.size > 200, `the colours of ${seenKinds.size} kinds of elements were judged`);
});

test('the checks find wrong colours, elements, ids and widths, and differences from the file', async () => {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  await page.goto(`${site.url}/guide/faq`);
  await page.addScriptTag({ path: AXE });
  await navigateTo(page, '/guide/start');
  const seen = new Set<string>();
  for (const width of WIDTHS) assert.deepEqual(await judge(page, width, seen, FRAME), []);
  assert.equal(await differenceFromFile(page, fileOf('/guide/start')), undefined);
  await page.evaluate(() => {
    const paragraph = document.querySelector('.vp-doc p');
    for (const colour of ['#f0f0f0', '#202020'])
      paragraph?.insertAdjacentHTML('afterend', `<p style="color: ${colour}">unreadable</p>`);
    document.querySelector('pre code span')?.insertAdjacentHTML('beforeend', '<button></button>');
    const onPhone = '<style>@media (width > 500px) { .on-phone { display: none } }</style>';
    paragraph?.insertAdjacentHTML('afterend', `${onPhone}<p class="on-phone"><button></button></p>`);
    const id = document.querySelector('.VPSidebar [id]')?.id;
    paragraph?.insertAdjacentHTML('afterend', `<p id="${id}">The id of an element in the sidebar.</p>`);
    paragraph?.insertAdjacentHTML('afterend', '<p style="width: 500px">Too wide for a phone.</p>');
  });
  const namesAt = async (width: number): Promise<string[]> =>
    (await judge(page, width, seen, FRAME)).map((one) => one.split(' at ')[0]?.replace(/^\d+ /, '') ?? '');
  const inCode = 'a code block holds an element button';
  const twice = `the id ${await page.locator('.VPSidebar [id]').first().getAttribute('id')} twice`;
  assert.deepEqual(await namesAt(1280), [twice, inCode, 'color-contrast', 'color-contrast']);
  assert.deepEqual(await namesAt(390), ['pixels wider than the screen', twice, 'button-name', inCode]);
  assert.match(
    (await differenceFromFile(page, fileOf('/guide/start'))) ?? '',
    /^element \d+: p .* in the browser/,
  );
  await page.close();
});

/** Waits until a page of the sandbox shows its content. */
async function settled(page: Page): Promise<void> {
  await page.locator('.controls, .explorer, .lab').first().waitFor();
}

/** Opens a page of the sandbox, which has to notice that there is no server. */
async function openSandbox(path: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${site.url}/sandbox/${path}`);
  if (path !== 'emissions') await page.locator('[data-mode=page]').waitFor();
  return page;
}

test('a page printed from a dark screen is dark on white, without menus, its code uncut', async () => {
  const page = await browser.newPage({ viewport: { width: 700, height: 900 }, colorScheme: 'dark' });
  await page.goto(`${site.url}/guide/widget`);
  await page.locator('html.dark').waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const colours = await page
    .locator('.vp-doc :is(p, h2, td, .shiki span[style])')
    .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).color))]);
  for (const colour of colours) {
    const [red = 255, green = 255, blue = 255] = (colour.match(/[\d.]+/g) ?? []).map(Number);
    assert.ok(0.3 * red + 0.6 * green + 0.1 * blue < 150, colour);
  }
  // An empty box of the dark scheme is filled: on paper it looks ticked.
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'light');
  assert.equal(await page.locator('.VPNav').isVisible(), false);
  const cut = await page
    .locator('.shiki')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
  assert.equal(cut, 0);
  await page.setViewportSize({ width: 1280, height: 900 });
  assert.equal(await page.locator('.VPSidebar').isVisible(), false, 'on wide paper too');
  await page.close();
});

test('the page for an unknown URL has its content in main', async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/404.html`);
  await page.locator('main').getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.close();
});

test('on a phone, or enlarged as much, a closed sidebar cannot be focused', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
  await page.goto(`${site.url}/guide/accessibility`);
  const link = page.locator('.VPSidebar').getByRole('link', { name: 'The widget', exact: true });
  await page.getByRole('button', { name: 'Menu', exact: true }).waitFor();
  assert.equal(await link.count(), 0, 'it is not in the accessibility tree');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await link.click();
  await page.getByRole('heading', { name: 'The widget', level: 1 }).waitFor();
  assert.equal(await link.count(), 0);
  await page.close();
});

test('a heading is uncut in the outline, also with wider letter and word spacing', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${site.url}/quality/attackers`);
  const links = page.locator('.outline-link:visible');
  await links.first().waitFor();
  const cut = () =>
    links.evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth));
  assert.ok((await cut()).length > 5);
  assert.ok(!(await cut()).includes(true));
  await page.addStyleTag({
    content: '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
  });
  assert.ok(!(await cut()).includes(true));
  await page.close();
});

test('playground: quote, choice, payment and status happen in the page', async () => {
  const page = await openSandbox('');
  // Its figures are not those of a gateway, and it says why.
  await page.locator('[data-mode=page] a[href$="/emissions/method#lite"]').waitFor();
  await page.locator('[data-mode=page] a[href$="/guide/start"]').waitFor();
  const widget = page.locator('flight-offset-widget:state(ready)');
  await widget.getByText('Zurich ZRH to San Francisco SFO').waitFor();
  await widget.getByRole('checkbox').check();
  await widget.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('button', { name: 'The payment succeeds' }).click();
  await page.locator('offset-status:state(completed)').waitFor();
  const close = page.locator('dialog').getByRole('button', { name: 'Close' });
  assert.equal(await close.and(page.locator(':focus')).count(), 1, 'the buttons that had the focus are gone');
  await close.click();
  await page.getByText('gateway to backend').first().waitFor();
  await page.close();
});

test('playground: a strict policy has no violation until one is caused on purpose', async () => {
  const frameFile = readFileSync(`${built}/${STRICT_FRAME}`, 'utf8');
  assert.ok(frameFile.includes(`content="${STRICT_POLICY}"`));
  const page = await openSandbox('');
  await page.locator('select[name=policy]').selectOption('strict');
  const frame = page.frameLocator('iframe.strict');
  const widget = frame.locator('flight-offset-widget:state(ready)');
  await widget.getByRole('checkbox').check();
  const verdict = page.locator('[data-test=violations]');
  await verdict.getByText('No violation').waitFor();
  // The policy is the frame's own and is in force.
  const inside = page.frames().find((one) => one.url().endsWith(STRICT_FRAME));
  await inside?.evaluate(readFileSync(AXE, 'utf8'));
  const found = await inside?.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    return (await axe.run()).violations.map(({ id }) => id);
  });
  assert.deepEqual(found, []);
  await widget.getByRole('button', { name: /^Pay / }).click();
  await page.getByRole('button', { name: 'The payment succeeds' }).click();
  await page.locator('offset-status:state(completed)').waitFor();
  const close = page.locator('dialog').getByRole('button', { name: 'Close' });
  assert.equal(await close.and(page.locator(':focus')).count(), 1, 'the buttons that had the focus are gone');
  await close.click();
  await page.getByRole('button', { name: 'Break it on purpose' }).click();
  await verdict.getByText('style-src-attr').waitFor();
  await page.close();
});

test('playground: no field covers another at any width', async () => {
  const page = await openSandbox('');
  const fields = page.locator('.flight .field');
  await fields.first().waitFor();
  for (const width of [1200, 960, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const covered = await fields.evaluateAll((all) =>
      all
        .filter((one) => one.lastElementChild!.getBoundingClientRect().width > one.clientWidth + 1)
        .map((one) => one.textContent),
    );
    assert.deepEqual(covered, [], `at ${width}`);
  }
  await page.close();
});

test('the edge of a field is visible, light and dark, and a focused field has an outline', async () => {
  const page = await openSandbox('');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(colorScheme === 'dark' ? 'html.dark' : 'html:not(.dark)').waitFor();
    assert.deepEqual(await paleFields(page), [], colorScheme);
  }
  for (const kind of ['select', 'input[name=origin]', 'input[type=range]']) {
    await page.locator(`.field ${kind}`).first().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    const style = await page
      .locator(`.field ${kind}:focus-visible`)
      .evaluate((one) => getComputedStyle(one).outlineStyle);
    assert.equal(style, 'solid', kind);
  }
  await page.close();
});

/** Returns the names of focused elements that a bar covers, on the way back from the end of a page. */
async function covered(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press('Shift+Tab');
    const name = await page.evaluate(() => {
      let focused = document.activeElement;
      while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
      if (!focused || focused === document.body) return;
      const { left, top, width, height } = focused.getBoundingClientRect();
      const root = focused.getRootNode() as Document | ShadowRoot;
      const seen = [0.1, 0.5, 0.9].some((share) => {
        const on = root.elementFromPoint(left + width / 2, top + height * share);
        return on !== null && (focused.contains(on) || on.contains(focused));
      });
      return seen ? undefined : focused.outerHTML.slice(0, 90);
    });
    if (name !== undefined) found.push(name);
  }
  return found;
}

for (const width of [320, 1000, 1280])
  test(`moving back through a page by keyboard no bar covers the focused element, at ${width} px`, async () => {
    const page = await browser.newPage({ viewport: { width, height: 400 } });
    for (const address of ['/guide/widget', '/sandbox/']) {
      await page.goto(site.url + address);
      if (address === '/sandbox/') await settled(page);
      assert.deepEqual(await covered(page), [], address);
    }
    await page.close();
  });

test('no single key opens the search: dictation would open it in the middle of a word', async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/guide/widget`);
  const button = page.getByRole('button', { name: 'Search', exact: true });
  await page.locator('.VPNavBarSearch [aria-keyshortcuts="Control+K Meta+K"]').waitFor();
  await button.waitFor();
  await page.keyboard.press('/');
  await page.keyboard.press('Control+k');
  const field = page.locator('.VPLocalSearchBox input');
  await field.waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'hidden' });
  await page.keyboard.press('/');
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  assert.equal(await field.count(), 0);
  await page.close();
});

test('on a phone fields have 16 px text, so that browsers do not zoom in', async () => {
  const page = await browser.newPage({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 320, height: 640 },
  });
  for (const path of ['', 'verify', 'emissions']) {
    await page.goto(`${site.url}/sandbox/${path}`);
    await settled(page);
    const fields = page.locator('.field').locator('input:not([type=range], [type=file]), select, textarea');
    await fields.first().waitFor();
    const sizes = await fields.evaluateAll((all) => all.map((one) => getComputedStyle(one).fontSize));
    assert.deepEqual([...new Set(sizes)], ['16px'], path);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, path);
  }
  await page.close();
});

test('playground: an unknown airport has no estimate', async () => {
  const page = await openSandbox('');
  await page.locator('[data-test=example]').selectOption('An airport that does not exist');
  await page.locator('flight-offset-widget:state(unavailable)').waitFor();
  await page.close();
});

test('API explorer: a signed order is created, a broken signature refused', async () => {
  const page = await openSandbox('api');
  await page.locator('select[name=operation]').selectOption('createOrder');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('[data-test=status]').getByText('201').waitFor();
  await page.getByText('Credentials of the sandbox').click();
  await page.locator('input[name=secret]').fill('another');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('[data-test=status]').getByText('401').waitFor();
  await page.close();
});

test('webhook lab: a delivery is verified, and a changed one refused', async () => {
  const page = await openSandbox('webhooks');
  await page.getByRole('button', { name: 'Create an order' }).click();
  await page.locator('[data-test=order]').waitFor();
  await page.getByRole('button', { name: 'The payment fails' }).click();
  const verdict = page.locator('[data-test=steps] > li').last();
  await verdict.getByText('accepted').waitFor();
  await page.getByRole('button', { name: 'Change an amount' }).click();
  await verdict.getByText('failed').waitFor();
  await page.close();
});

test('verify a receipt: the example is proven, every forgery refused by name', async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/sandbox/verify`);
  const verdict = page.locator('[data-test=verdict]');
  await verdict.getByText('Nothing to verify yet').waitFor();
  await page.getByRole('button', { name: 'Load the example' }).click();
  await verdict.getByText('Verified: retired').waitFor();
  await page.locator('[data-test=proven]').getByText('VCS-1764-a-1..VCS-1764-a-3').waitFor();
  await page.addScriptTag({ path: AXE });
  assert.deepEqual(await violations(page), []);
  const { forgeries } = vectors;
  assert.ok(forgeries.length >= 12);
  for (const { name, code } of forgeries) {
    await page.locator('select[name=forgery]').selectOption(name);
    await verdict.getByText(`Refused: ${code}`, { exact: true }).waitFor();
  }
  await page.locator('select[name=forgery]').selectOption('');
  await verdict.getByText('Verified: retired').waitFor();
  const edited = await page.locator('textarea[name=receipt]').inputValue();
  await page.locator('textarea[name=receipt]').fill(edited.replace(/.$/, ''));
  await verdict.getByText('Refused: receipt_').waitFor();
  await page.close();
});

test('emissions explorer: shows a figure with its derivation, and a reason without one', async () => {
  const page = await openSandbox('emissions');
  const derivation = page.locator('[data-test=derivation]');
  await derivation.getByText('load factor', { exact: true }).waitFor();
  const fuel = derivation.getByRole('row', { name: /^fuel / });
  await fuel.getByRole('cell', { name: 'European Environment Agency and EUROCONTROL, 2023' }).waitFor();
  await fuel.getByRole('cell', { name: 'published' }).waitFor();
  await derivation.getByRole('cell', { name: 'general knowledge' }).first().waitFor();
  await page.locator('[data-test=map] .route').waitFor();
  await page.locator('.facts').getByText('Great circle', { exact: true }).waitFor();
  const kilograms = (await page.locator('#fuel + figure .figure').allTextContents()).map((text) =>
    Number(text.replace('−', '-').replaceAll(/[^\d-]/g, '')),
  );
  const [burning, making, cargo, left] = kilograms;
  assert.equal(burning! + making! + cargo!, left);
  await page.locator('input[name=aircraft]').fill('ZZZ');
  await page.locator('[data-test=warning]').getByText('aircraft_not_supported').waitFor();
  await page.locator('input[name=origin]').fill('QQQ');
  await page.locator('[data-test=problem]').waitFor();
  await page.close();
});

test('emissions explorer: its bars are visible in forced colours and in print', async () => {
  const page = await browser.newPage({ forcedColors: 'active' });
  await page.goto(`${site.url}/sandbox/emissions`);
  const bars = page.locator('.bars .bar:not(.less), .share span');
  await bars.first().waitFor();
  const behind = await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  const colours = await bars.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  assert.ok(colours.length > 4);
  for (const colour of colours) assert.notEqual(colour, behind);
  const printed = await bars.evaluateAll((all) => all.map((one) => getComputedStyle(one).printColorAdjust));
  assert.deepEqual([...new Set(printed)], ['exact']);
  await page.close();
});

test('search opens in a browser that blocks storage', async () => {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        configurable: true,
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
  await page.goto(`${site.url}/guide/start`);
  await page.locator('.VPNavBarSearch button').click();
  await page.locator('.VPLocalSearchBox input').fill('idempotency');
  await page.locator('.VPLocalSearchBox .result').first().waitFor();
  await page.close();
});

test('the search for a term lists the page that explains it', async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/guide/start`);
  await page.locator('.VPNavBarSearch button').click();
  for (const [words, address] of [
    ['webhook signature', '/guide/webhooks'],
    ['refund', '/guide/refunds'],
    ['CORS', '/guide/backend'],
    ['test card', '/guide/testing'],
    ['python', '/guide/signing'],
    ['SAF', '/guide/projects'],
    ['translation', '/guide/widget'],
  ]) {
    await page.locator('.VPLocalSearchBox input').fill(words!);
    await page.locator(`.VPLocalSearchBox li:nth-child(-n+5) a[href^="${address}"]`).first().waitFor();
  }
  await page.close();
});

test('status messages of VitePress are announced, and the focus stays', async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/guide/signing`);
  const status = page.locator('body > [role=status]');
  await status.waitFor({ state: 'attached' });
  const focused = (part: string) => page.locator(`${part}:focus`).waitFor();

  const copy = page.locator('button.copy').first();
  await copy.focus();
  await page.keyboard.press('Enter');
  await status.getByText('Copied').waitFor();
  await page.locator('button.copy:not(.copied):focus').waitFor();
  await status.getByText('Copied').waitFor({ state: 'detached' });

  await page.locator('.VPNavBarSearch button').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Search' }).getByRole('searchbox').fill('qqqzz');
  await status.getByText('No results').waitFor();
  await page.keyboard.press('Escape');
  await focused('.VPNavBarSearch button');

  const names = await page
    .locator('.VPSidebarItem .caret')
    .evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
  assert.ok(names.length > 1 && new Set(names).size === names.length, names.join());

  await page.locator('.VPSidebar a[href="/guide/webhooks"]').focus();
  await page.keyboard.press('Enter');
  await status.getByText('Webhooks · Flight Offset').waitFor();
  await page.close();
});

test('search works without a network', async () => {
  const page = await browser.newPage();
  await page.goto(`${site.url}/guide/start`);
  const input = page.locator('.VPLocalSearchBox input');
  // A visible page may not listen to keys yet.
  do await page.keyboard.press('Control+k');
  while (
    !(await input.waitFor({ timeout: 500 }).then(
      () => true,
      () => false,
    ))
  );
  // The index loads after the box. Once a search has found something, the network is cut.
  await input.fill('idempotency');
  await page.locator('.VPLocalSearchBox .result').first().waitFor();
  await page.context().setOffline(true);
  await input.fill('widget');
  await page
    .locator('.VPLocalSearchBox .result', { hasText: /widget/i })
    .first()
    .waitFor();
  // A name is found whole: the page that explains it comes before those that have parts of it.
  await input.fill('GATEWAY_PORT');
  await page
    .locator('.VPLocalSearchBox .result')
    .first()
    .getByText('Configuration of the gateway')
    .first()
    .waitFor();
  await page.close();
});
