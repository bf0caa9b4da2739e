import { expect, fixture, html } from '@open-wc/testing';
import { translate } from '../translate.fixture.ts';
import { until } from '../until.fixture.ts';
import '../define/offset-order-list.ts';
import { orderPage } from '../testing/back-office.ts';
import { type FakeBackend, fakeBackend } from '../testing/index.ts';
import type { OffsetOrderList } from './offset-order-list.ts';

let backend: FakeBackend;
let restore: () => void;
beforeEach(() => {
  backend = fakeBackend();
  restore = backend.install();
});
afterEach(() => restore());

const text = (element: Element) => element.shadowRoot!.textContent!.replace(/\s+/g, ' ');

async function list(): Promise<OffsetOrderList> {
  const element = await fixture<OffsetOrderList>(
    html`<offset-order-list endpoint="/offset" limit="10"></offset-order-list>`,
  );
  await until(() => element.state === 'ready');
  await element.updateComplete;
  return element;
}

const rows = (element: Element) => element.shadowRoot!.querySelectorAll('tbody tr');

describe('offset-order-list', () => {
  it('shows a page of orders and the totals over all', async () => {
    const element = await list();
    expect(rows(element)).to.have.length(10);
    expect(text(element)).to.contain('Zoë Meier');
    expect(text(element)).to.contain('Page 1 of 6');
    expect(element.shadowRoot!.querySelector('[part=totals]')!.textContent).to.match(/Orders\s*53/);
    await expect(element).to.be.accessible();
  });

  it('wraps the name of a project before the table scrolls sideways', async () => {
    const element = await list();
    const scroll = element.shadowRoot!.querySelector<HTMLElement>('.scroll')!;
    const table = scroll.querySelector('table')!;
    table.style.width = 'max-content';
    const { paddingLeft, paddingRight } = getComputedStyle(scroll);
    const room = table.offsetWidth + parseFloat(paddingLeft) + parseFloat(paddingRight);
    table.style.width = '';
    scroll.style.width = `${room - 40}px`;
    scroll.style.boxSizing = 'border-box';
    expect(scroll.scrollWidth).to.equal(scroll.clientWidth);
    await expect(element).to.be.accessible();
  });

  it('turns pages', async () => {
    const element = await list();
    const [previous, next] = [...element.shadowRoot!.querySelectorAll('button')];
    expect(previous!.getAttribute('aria-disabled')).to.equal('true');
    previous!.click();
    expect(element.page ?? 1).to.equal(1);
    const first = rows(element)[0]!.textContent;
    next!.click();
    await until(() => text(element).includes('Page 2 of 6'));
    expect(rows(element)[0]!.textContent).not.to.equal(first);
  });

  it('turns pages that the browser has translated', async () => {
    const other = await list();
    other.page = 2;
    await until(() => text(other).includes('Page 2 of 6'));
    const element = await list();
    translate(element.shadowRoot!);
    element.page = 2;
    await until(() => text(element) === text(other));
  });

  it('keeps the focus at the last page and when it tries again', async () => {
    const element = await list();
    element.page = 5;
    await until(() => text(element).includes('Page 5 of 6'));
    const [, next] = [...element.shadowRoot!.querySelectorAll('button')];
    next!.focus();
    next!.click();
    await until(() => text(element).includes('Page 6 of 6'));
    expect(element.shadowRoot!.activeElement === next).to.equal(true);
    next!.click();
    await element.updateComplete;
    expect(element.page).to.equal(6);
    backend.use('offline');
    await element.retry();
    await element.updateComplete;
    const button = element.shadowRoot!.querySelector('button')!;
    button.focus();
    button.click();
    expect(element.shadowRoot!.activeElement === element.shadowRoot!.querySelector('.card')).to.equal(true);
  });

  it('follows the sort order that the page sets after the user chose another', async () => {
    const element = await list();
    const sort = [...element.shadowRoot!.querySelectorAll('select')].at(-1)!;
    sort.value = 'asc';
    sort.dispatchEvent(new Event('change'));
    await element.updateComplete;
    element.sort = 'desc';
    await element.updateComplete;
    expect(sort.value).to.equal('desc');
    element.sort = 'asc';
    await element.updateComplete;
    expect(sort.value).to.equal('asc');
  });

  it('filters by status and returns to the first page', async () => {
    const element = await list();
    element.page = 3;
    await until(() => text(element).includes('Page 3'));
    const status = element.shadowRoot!.querySelector('select')!;
    status.value = 'failed';
    status.dispatchEvent(new Event('change'));
    await until(() => text(element).includes('Page 1 of 2'));
    expect(text(element)).not.to.contain('Bundled wind');
  });

  it('fires an event for the order that is picked if the page makes orders selectable', async () => {
    const element = await list();
    const picks = () => [...element.shadowRoot!.querySelectorAll<HTMLElement>('tbody button')];
    expect(picks()).to.have.length(0);
    element.selectable = true;
    await element.updateComplete;
    expect(picks()).to.have.length(10);
    const seen: string[] = [];
    document.addEventListener('offset-order-select', ({ order }) => seen.push(order.order_id), {
      once: true,
    });
    picks()[1]!.click();
    expect(seen).to.deep.equal([picks()[1]!.textContent]);
    await expect(element).to.be.accessible();
  });

  it('announces that nothing matches, as it announces a page', async () => {
    const element = await list();
    const status = element.shadowRoot!.querySelector('[role=status]')!;
    expect(status.textContent).to.equal('Page 1 of 6');
    element.email = 'nobody@example.com';
    await until(() => status.textContent === 'No matching orders.');
    expect(status.isConnected).to.equal(true);
    expect(text(element).match(/No matching orders/g)).to.have.length(1);
    expect(rows(element)).to.have.length(0);
    await expect(element).to.be.accessible();
    element.email = undefined;
    await until(() => status.textContent === 'Page 1 of 6');
  });

  it('announces other orders of the same page number, such as after sorting', async () => {
    const element = await list();
    const status = element.shadowRoot!.querySelector('[role=status]')!;
    const announced: (string | null)[] = [];
    new MutationObserver(() => announced.push(status.textContent)).observe(status, {
      characterData: true,
      childList: true,
      subtree: true,
    });
    element.sort = 'asc';
    await until(() => announced.includes('Page 1 of 6'));
    expect(announced).to.deep.equal(['Loading…', 'Page 1 of 6']);
  });

  it('shows when nothing matches and when a request fails', async () => {
    const element = await list();
    element.email = 'nobody@example.com';
    await until(() => text(element).includes('No matching orders.'));
    backend.use('offline');
    await element.retry();
    await element.updateComplete;
    expect(element.state).to.equal('failed');
    backend.use('ready');
    element.shadowRoot!.querySelector('button')!.click();
    await until(() => element.state === 'ready');
  });

  it('shows the data of an order as text, never as markup', async () => {
    const real = globalThis.fetch;
    globalThis.fetch = async () =>
      Response.json({
        orders: [
          {
            order_id: '<b>1</b>',
            emission_amount: 1,
            emission_unit: 'tonCO2e',
            user: { name: '<img src=x onerror=alert(1)>' },
            status: 'completed',
            payment_status: 'completed',
            created_at: 'yesterday',
            project: { name: 'x', public_url: 'javascript:alert(1)' },
          },
        ],
      });
    const element = await list();
    globalThis.fetch = real;
    expect(element.shadowRoot!.querySelector('img, a')).to.equal(null);
    expect(text(element)).to.contain('<img src=x onerror=alert(1)>');
    expect(text(element)).to.contain('yesterday');
  });

  it('requests and shows nothing without an endpoint', async () => {
    const element = await fixture<OffsetOrderList>(html`<offset-order-list></offset-order-list>`);
    expect([element.state, backend.calls]).to.deep.equal(['idle', []]);
    expect(element.shadowRoot!.querySelector('.card')).to.equal(null);
  });

  it('shows an amount in the unit of its order', async () => {
    globalThis.fetch = async () => {
      const { orders, ...page } = orderPage(new URLSearchParams({ limit: '2' }));
      const [kilograms, tonnes] = orders;
      return Response.json({
        ...page,
        orders: [
          { ...kilograms, emission_amount: 12.5, emission_unit: 'kgCO2' },
          { ...tonnes, emission_amount: 12.5, emission_unit: 'tonCO2e' },
        ],
      });
    };
    const element = await list();
    const [first, second] = [...rows(element)].map((row) => row.textContent!.replace(/\s+/g, ' '));
    expect(first).to.contain('12.5 kg');
    expect(second).to.contain('12.5 t');
  });
});
