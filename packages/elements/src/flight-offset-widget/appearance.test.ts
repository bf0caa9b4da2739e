import { expect, fixture, html } from '@open-wc/testing';
import { emulateMedia, sendKeys } from '@web/test-runner-commands';
import type { FlightOffsetWidget } from './flight-offset-widget.ts';
import {
  box,
  button,
  expectAccessible,
  FLIGHTS,
  freshBackend,
  next,
  query,
  stay,
  text,
  tick,
  until,
  untilLoaded,
  widget,
} from './mounted.fixture.ts';

const backend = freshBackend();

const inside = (element: Element) => [
  ...element.shadowRoot!.querySelectorAll<HTMLElement>('.card *:not(svg *)'),
];

// biome-ignore lint/performance/useDomNodeTextContent: what is hidden must not count.
const shown = (element: HTMLElement): string => element.innerText;

const mount = async (style: string, attributes = {}, outer = ''): Promise<FlightOffsetWidget> => {
  const place =
    await fixture<HTMLElement>(html`<div style=${style} lang=${outer || 'en'} dir=${outer === 'ar' ? 'rtl' : 'ltr'}>
    <flight-offset-widget endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget></div>`);
  const element = place.querySelector('flight-offset-widget')!;
  Object.assign(element, attributes);
  return untilLoaded(element);
};

// Drivers differ: that of WebKit presses no keys, and only Chromium's sets preferences.
const itWithKeys = /Chrome|Firefox/.test(navigator.userAgent) ? it : it.skip;
const describeWithPreferences = /Chrome/.test(navigator.userAgent) ? describe : describe.skip;

describe('accessibility', () => {
  for (const scenario of [
    'ready',
    'unavailable',
    'failed',
    'figuresNone',
    'longNames',
    'bare',
    'noPrice',
  ] as const)
    for (const [page, style] of [
      ['light', 'color:#141a24;background:#fff'],
      ['dark', 'color:#eef1f6;background:#0d1118'],
      ['grey ink', 'color:#444;background:#eee'],
    ] as const)
      it(`has no violations: ${scenario}, ${page}`, async () => {
        backend.now.use(scenario);
        const element = await mount(style);
        await expectAccessible(element);
        if (element.state !== 'ready') return;
        await tick(element);
        await expectAccessible(element);
      });

  it('has no violations while it is loading', async () => {
    backend.now.use('neverResponds');
    const element = await fixture<FlightOffsetWidget>(
      html`<flight-offset-widget endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget>`,
    );
    await until(() => element.state === 'loading' && element.shadowRoot!.querySelector('details'));
    query<HTMLDetailsElement>(element, 'details').open = true;
    await expect(element).to.be.accessible();
    expect(shown(query(element, '[role=status]')).trim()).to.equal('Estimating emissions…');
    expect(shown(query(element, '.card'))).not.to.match(/undefined|NaN/);
    expect(query(element, '.card').textContent).not.to.contain('NaN');
  });

  it('hides each part of its figure in a parent of its own: Orca announces only the last one in a parent', async () => {
    backend.now.use('neverResponds');
    const element = await fixture<FlightOffsetWidget>(
      html`<flight-offset-widget endpoint="/offset" flights=${FLIGHTS} passengers="2"></flight-offset-widget>`,
    );
    await until(() => element.state === 'loading' && element.shadowRoot!.querySelector('details'));
    const isHidden = (part: Element): boolean => getComputedStyle(part).visibility === 'hidden';
    const parents = [...query(element, '[role=status]').querySelectorAll('*')]
      .filter((part) => isHidden(part) && !isHidden(part.parentElement!))
      .map((part) => part.parentElement);
    expect(parents).to.have.length(2);
    expect(new Set(parents)).to.have.length(2);
  });

  itWithKeys('works with the keyboard only', async () => {
    const element = await widget(backend);
    stay(element);
    const focused = () => element.shadowRoot!.activeElement;
    box(element).focus();
    await sendKeys({ press: ' ' });
    await element.updateComplete;
    expect(element.offer).to.equal('selected');
    await sendKeys({ press: 'Tab' });
    expect(focused()?.localName).to.equal('a');
    await sendKeys({ press: 'Tab' });
    expect((focused() as HTMLInputElement).type).to.equal('radio');
    await sendKeys({ press: 'ArrowRight' });
    await element.updateComplete;
    expect(element.option?.fraction).to.equal(1.5);
    await sendKeys({ press: 'Tab' });
    expect(focused()).to.equal(button(element));
    const redirect = next(element, 'offset-redirect');
    await sendKeys({ press: 'Enter' });
    await redirect;
    expect(focused()).to.equal(button(element));
  });

  it('exposes figure, comparison and disclaimer to a screen reader', async () => {
    const element = await widget(backend);
    expect(shown(query(element, '[role=status]')).trim().replace(/\s+/g, ' ')).to.equal(
      'Estimated emissions, economy 573 kg CO₂e per passenger',
    );
    const described = box(element)
      .getAttribute('aria-describedby')!
      .split(' ')
      .map((id) => element.shadowRoot!.getElementById(id)!.textContent)
      .join(' ');
    expect(described).to.contain('does not reduce or cancel');
    for (const picture of element.shadowRoot!.querySelectorAll('svg'))
      expect(picture.getAttribute('aria-hidden')).to.equal('true');
  });
});

describe('layout', () => {
  for (const [name, style, language] of [
    ['240 px wide', 'width:240px', 'en'],
    ['320 px wide with text at 200 %', 'width:320px;font-size:32px', 'en'],
    ['right to left', 'width:320px', 'ar'],
    ['German, 240 px wide', 'width:240px', 'de'],
  ] as const)
    it(`keeps every part inside its card: ${name}`, async () => {
      backend.now.use('longNames');
      const element = await mount(style, {}, language);
      await tick(element);
      const card = query(element, '.card').getBoundingClientRect();
      for (const part of inside(element)) {
        const { left, right, width } = part.getBoundingClientRect();
        if (width === 0) continue;
        expect(left, part.outerHTML.slice(0, 90)).to.be.at.least(card.left - 1);
        expect(right, part.outerHTML.slice(0, 90)).to.be.at.most(card.right + 1);
      }
    });

  for (const width of [320, 440, 700])
    it(`keeps its height when the quote arrives, ${width} px wide`, async () => {
      backend.now.use('neverResponds');
      const place = await fixture<HTMLElement>(html`<div style="width:${width}px">
        <flight-offset-widget endpoint="/offset" flights=${FLIGHTS}></flight-offset-widget><p id="below">x</p></div>`);
      const element = place.querySelector('flight-offset-widget')!;
      await until(() => element.state === 'loading' && query(element, '.card'));
      await element.updateComplete;
      const before = element.getBoundingClientRect().height;
      backend.now.use('ready');
      await element.retry();
      await untilLoaded(element);
      expect(element.getBoundingClientRect().height).to.equal(before);
    });

  it('keeps a gap between its figure and the words after it', async () => {
    const element = await widget(backend);
    const [figure, words] = ['b', 'span'].map((part) => query(element, `.figure ${part}`));
    const size = Number.parseFloat(getComputedStyle(figure!).fontSize);
    const digits = document.createRange();
    digits.setStart(figure!.firstChild!, 0);
    digits.setEnd(figure!.firstChild!, figure!.textContent!.trim().length);
    const gap = words!.getBoundingClientRect().left - digits.getBoundingClientRect().right;
    expect(gap).to.be.greaterThan(size / 5);
  });

  it('draws its card right to left in Arabic', async () => {
    const element = await mount('width:400px', {}, 'ar');
    expect(query(element, '.card').matches(':dir(rtl)')).to.equal(true);
    expect(text(element)).to.contain('ZRH إلى SFO');
    for (const picture of element.shadowRoot!.querySelectorAll('svg'))
      expect(getComputedStyle(picture).transform).to.equal('matrix(-1, 0, 0, 1, 0, 0)');
  });

  for (const scenario of ['ready', 'figuresNone', 'officialLabel', 'unavailable', 'failed'] as const)
    it(`has the direction of its language, whatever that of the page: ${scenario}`, async () => {
      backend.now.use(scenario);
      for (const [locale, page, direction] of [
        ['ar', 'ltr', 'rtl'],
        ['en', 'rtl', 'ltr'],
      ] as const) {
        const element = await mount('width:400px', { locale });
        element.parentElement!.dir = page;
        await until(() => query(element, '.card').lang === locale);
        expect(getComputedStyle(query(element, '.card')).direction, locale).to.equal(direction);
      }
    });

  it("is unaffected by the page's styles", async () => {
    const sheet = document.createElement('style');
    sheet.textContent = `
      *, *::before, *::after { margin: 0 !important; padding: 0 !important; border: 0 !important; float: left }
      body { text-transform: uppercase; letter-spacing: .3em; text-align: center; white-space: nowrap; line-height: 3;
        font-style: italic; text-indent: 2em; word-spacing: 1em; cursor: wait }`;
    document.head.append(sheet);
    const element = await mount('width:400px');
    const style = getComputedStyle(query(element, '.card'));
    sheet.remove();
    expect(style.textTransform).to.equal('none');
    expect(style.letterSpacing).to.equal('normal');
    expect(style.textAlign).to.equal('start');
    expect(style.whiteSpace).to.equal('normal');
    expect(style.fontStyle).to.equal('normal');
    expect(style.textIndent).to.equal('0px');
    expect(style.borderTopWidth).to.equal('1px');
  });

  it('is hidden if the page hides it', async () => {
    const element = await mount('width:400px;visibility:hidden');
    expect(getComputedStyle(query(element, '.card')).visibility).to.equal('hidden');
    element.hidden = true;
    expect(getComputedStyle(element).display).to.equal('none');
  });

  it("takes its colours from the page's text colour, dark or light, and one accent", async () => {
    const dark = await mount('color:#eef1f6');
    const light = await mount('color:#141a24');
    const lightness = (element: Element) =>
      Number(/oklch\(([\d.]+)/.exec(getComputedStyle(query(element, '.card')).backgroundColor)![1]);
    expect(lightness(dark)).to.be.below(0.3);
    expect(lightness(light)).to.equal(1);
    light.style.setProperty('--offset-accent', '#d40511');
    await tick(light);
    expect(getComputedStyle(button(light)).backgroundColor).to.equal('rgb(212, 5, 17)');
  });
});

describe('colours', () => {
  for (const [name, style] of [
    ['light page', 'color:rgb(20 26 36 / .6)'],
    ['dark page', 'color:rgb(238 241 246 / .6)'],
  ] as const)
    it(`are opaque on card and button if the text of the page is translucent: ${name}`, async () => {
      const element = await mount(style);
      await tick(element);
      for (const part of [query(element, '.card'), button(element)])
        expect(getComputedStyle(part).backgroundColor).not.to.contain('/');
    });

  it('of box, options and focus match the button on a dark page without a color-scheme', async () => {
    const element = await mount('color:#eef1f6;background:#0d1118');
    await tick(element);
    const { backgroundColor } = getComputedStyle(button(element));
    expect(getComputedStyle(box(element)).accentColor).to.equal(backgroundColor);
    box(element).focus();
    expect(getComputedStyle(box(element)).outlineColor).to.equal(backgroundColor);
    const picked = query(element, 'fieldset :checked');
    expect(getComputedStyle(picked).borderTopColor).to.equal(backgroundColor);
  });

  it('stay readable for extensions that darken pages', async () => {
    const element = await widget(backend);
    // Chromium reports custom properties before `all` in a rule as `initial`.
    const rules = element.shadowRoot!.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]);
    const card = rules.find((rule) => (rule as CSSStyleRule).selectorText === '.card') as CSSStyleRule;
    for (const name of ['--offset_a', '--offset_l'])
      expect(card.style.getPropertyValue(name)).to.contain('oklch');
  });

  it('of a button that does not pay are those of the card, with a line around it', async () => {
    backend.now.use('failed');
    const { backgroundColor, color } = getComputedStyle(button(await mount('color:#eef1f6')));
    expect([backgroundColor, color]).to.deep.equal(['rgba(0, 0, 0, 0)', 'rgb(238, 241, 246)']);
  });
});

describeWithPreferences('user preferences of the browser', () => {
  afterEach(() => emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' }));

  it('uses the system colours when colours are forced', async () => {
    await emulateMedia({ forcedColors: 'active' });
    const element = await mount('width:400px');
    await tick(element);
    const probe = document.createElement('div');
    probe.style.color = 'Highlight';
    document.body.append(probe);
    const scale = (selector: string) => getComputedStyle(query(element, `[part=scale] ${selector}`));
    expect([scale('.band').backgroundColor, scale('.band').opacity]).to.deep.equal([
      getComputedStyle(probe).color,
      '1',
    ]);
    for (const [selector, color] of [
      ['.here', 'CanvasText'],
      ['.track', 'GrayText'],
    ] as const) {
      probe.style.color = color;
      expect(scale(selector).backgroundColor).to.equal(getComputedStyle(probe).color);
    }
    probe.remove();
    expect(shown(query(element, '.skeleton'))).not.to.equal('');
  });

  it('does not move when motion is reduced', async () => {
    await emulateMedia({ reducedMotion: 'reduce' });
    const element = await mount('width:400px');
    expect(element.shadowRoot!.getAnimations()).to.deep.equal([]);
    await emulateMedia({ reducedMotion: 'no-preference' });
    expect((await mount('width:400px')).shadowRoot!.getAnimations()).to.have.length(1);
  });
});
