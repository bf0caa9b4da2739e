/** The alert rules and the dashboard of deploy/ name existing metrics and labels of the gateway. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { startGateway } from '../src/gateway.ts';
import { createMetrics } from '../src/operation/metrics.ts';
import { type SharedPostgres, sharedPostgres } from '../src/testing/postgres.ts';

const DEPLOY = fileURLToPath(new URL('../deploy/', import.meta.url));
/** Metrics of Prometheus itself, of each scrape. */
const OF_PROMETHEUS = ['up'];

let server: SharedPostgres;
let names: Set<string>;
before(async () => {
  server = await sharedPostgres();
  const gateway = await startGateway({ databaseUrl: await server.createMigrated() });
  const text = await (await fetch(`${gateway.url}/metrics`)).text();
  await gateway.close();
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)];
  names = new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  for (const name of OF_PROMETHEUS) names.add(name);
});
after(() => server.stop());

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const rules: readonly Rule[] = parse(readFileSync(`${DEPLOY}prometheus-alerts.yml`, 'utf8')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
);
const dashboard = JSON.parse(readFileSync(`${DEPLOY}grafana-dashboard.json`, 'utf8'));
const panels: { title: string; targets: { expr: string }[] }[] = dashboard.panels;

/** Lists metrics in an expression: names before a label, before a range, or alone. */
function metricsOf(expr: string): string[] {
  const bare = expr.replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ').replace(/\b(?:by|without) \([^)]*\)/g, ' ');
  const operators = ['and', 'or', 'unless'];
  return [...bare.matchAll(/\b[a-z][a-z0-9_]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !operators.includes(name));
}

it('every metric of the alert rules and of the dashboard exists', () => {
  const expressions = [
    ...rules.map(({ alert, expr }) => ({ where: alert, expr })),
    ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: title, expr }))),
  ];
  assert.ok(expressions.length > 30);
  for (const { where, expr } of expressions) {
    const used = metricsOf(expr);
    assert.ok(used.length > 0, `${where}: ${expr}`);
    for (const name of used) assert.ok(names.has(name), `${where} names ${name}`);
  }
});

it('every metric of the gateway is on the dashboard', () => {
  const shown = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsOf(expr))));
  const own = [...names].filter((name) => name.startsWith('flight_offset_') && !name.endsWith('_sum'));
  assert.deepEqual(
    own.filter((name) => !shown.has(name)),
    [],
  );
});

const GUIDE = new URL('../../../docs/guide/monitoring.md', import.meta.url);

it('every metric of the gateway is in the guide, which names no other', () => {
  const listed = [...readFileSync(GUIDE, 'utf8').matchAll(/`(flight_offset_\w+)`/g)].map(
    ([, name = '']) => name,
  );
  const own = [...names]
    .filter((name) => name.startsWith('flight_offset_') && !/_(?:count|sum)$/.test(name))
    .map((name) => name.replace(/_bucket$/, ''));
  assert.deepEqual([...new Set(listed)].sort(), own.sort());
});

/** Faults that wake an operator, or wait until the morning. */
const WOKEN_FOR: readonly [what: string, metric: string][] = [
  ['requests that fail', 'flight_offset_request_seconds_count'],
  ['the database', 'flight_offset_database_up'],
  ['the pool', 'flight_offset_database_connections'],
  ['age of the outbox', 'flight_offset_webhooks_overdue_seconds'],
  ['orders past their expiry', 'flight_offset_orders_overdue_seconds'],
  ['payments to check', 'flight_offset_payments_overdue_seconds'],
  ['refunds due', 'flight_offset_refunds_oldest_seconds'],
  ['money without an order', 'flight_offset_payments_unclaimed'],
  ['money a payout has otherwise', 'flight_offset_payout_lines_unmatched'],
  ['errors of the provider', 'flight_offset_provider_calls_total'],
  ['background work', 'flight_offset_background_failures_total'],
  ['stock', 'flight_offset_stock_grams'],
];
for (const [what, metric] of WOKEN_FOR)
  it(`${what}: a metric, an alert and a panel`, () => {
    assert.ok(names.has(metric), 'metric');
    const isNamed = ({ expr }: { expr: string }): boolean => metricsOf(expr).includes(metric);
    assert.ok(rules.some(isNamed), 'alert');
    assert.ok(
      panels.some(({ targets }) => targets.some(isNamed)),
      'panel',
    );
  });

it('alerts and panels select and group only by labels that the metric has', () => {
  const { registry: _, ...metrics } = createMetrics();
  const labels = new Map(
    Object.values(metrics).map((one) => {
      const { name, labelNames } = one as unknown as { name: string; labelNames: string[] };
      return [name, new Set([...labelNames, 'job', 'instance', 'le'])];
    }),
  );
  const all = [...rules, ...panels.flatMap(({ targets }) => targets)];
  const labelsOf = (metric: string) => labels.get(metric.replace(/_(?:bucket|count|sum)$/, ''));
  const assertLabels = (metric: string, used: readonly string[]): void => {
    const known = labelsOf(metric);
    for (const label of known ? used : []) assert.ok(known?.has(label), `${metric} ${label}`);
  };
  const selections = all.flatMap(({ expr }) => [...expr.matchAll(/(flight_offset_\w+)\{([^}]*)\}/g)]);
  for (const [, metric = '', inside = ''] of selections)
    assertLabels(metric, inside.match(/\w+(?==)/g) ?? []);
  const groups = all.flatMap(({ expr }) => [...expr.matchAll(/\bby \(([^)]*)\) .*?(flight_offset_\w+)/gs)]);
  for (const [, grouped = '', metric = ''] of groups) assertLabels(metric, grouped.split(', '));
  const ofKnown = groups.filter(([, , metric = '']) => labelsOf(metric));
  assert.ok(ofKnown.length > 10, `${ofKnown.length} groups`);
});

it('error rates exclude probes, which would hide failed requests', () => {
  const shares = [...rules, ...panels.flatMap(({ targets }) => targets)].filter(({ expr }) =>
    expr.includes('5..'),
  );
  assert.equal(shares.length, 2);
  for (const { expr } of shares)
    for (const [selected] of expr.matchAll(/flight_offset_request_seconds_count\{[^}]*\}/g))
      assert.match(selected, /route!~"\/healthz\|\/readyz\|\/metrics"/);
});

it('alerts count each job separately, and a value that every process reports only once', () => {
  for (const { alert, expr } of rules) {
    for (const [, by = ''] of expr.matchAll(/\b(?:sum|max)\b(?: by \(([^)]*)\))?/g))
      assert.match(by, /\bjob\b/, alert);
    const ofStore = expr.match(/flight_offset_(?:stock|orders|refunds|payments|webhooks|payout|database_up)/);
    if (ofStore) assert.match(expr, /\bmax by/, alert);
  }
});

it('the alert on stock stays on after credits have been sold out for a week', () => {
  const stock = rules.find(({ expr }) => expr.includes('predict_linear'));
  // If stock was 0 for the whole range, 0 is predicted.
  assert.match(stock?.expr ?? '', /<= 0$/);
});

it('GatewayDown fires if Prometheus finds no gateway at all', () => {
  const down = rules.find(({ alert }) => alert === 'GatewayDown');
  assert.match(down?.expr ?? '', /absent\(up\{/);
});

it('every alert has a summary, a runbook, and a severity of page or ticket', () => {
  for (const { alert, labels, annotations } of rules) {
    assert.match(labels.severity, /^(?:page|ticket)$/, alert);
    assert.ok(annotations.summary.length > 10 && annotations.runbook.length > 20, alert);
  }
});
