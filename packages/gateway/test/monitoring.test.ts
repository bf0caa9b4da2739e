/** The alert rules and the dashboard of deploy/ name metrics that the gateway has, with labels they have. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { startGateway } from '../src/gateway.ts';
import { createMetrics } from '../src/operation/metrics.ts';
import { type SharedPostgres, sharedPostgres } from '../src/testing/postgres.ts';

const DEPLOY = fileURLToPath(new URL('../deploy/', import.meta.url));
/** Prometheus's own, of each scrape. */
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

/** Metrics an expression names: what stands before a label, a range, or on its own. */
function metricsOf(expr: string): string[] {
  const bare = expr.replace(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ').replace(/\b(?:by|without) \([^)]*\)/g, ' ');
  return [...bare.matchAll(/\b[a-z][a-z0-9_]*\b(?!\s*\()/g)].map(([name]) => name);
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

it('every metric of its own is on the dashboard', () => {
  const shown = new Set(panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsOf(expr))));
  const own = [...names].filter((name) => name.startsWith('gateway_') && !name.endsWith('_sum'));
  assert.deepEqual(
    own.filter((name) => !shown.has(name)),
    [],
  );
});

it('labels by which alerts and panels select and group are those of the metric', () => {
  const { registry: _, ...metrics } = createMetrics();
  const labels = new Map(
    Object.values(metrics).map((one) => {
      const { name, labelNames } = one as unknown as { name: string; labelNames: string[] };
      return [name, new Set([...labelNames, 'job', 'instance', 'le'])];
    }),
  );
  const all = [...rules, ...panels.flatMap(({ targets }) => targets)];
  for (const { expr } of all)
    for (const [, name = '', inside = ''] of expr.matchAll(/(gateway_\w+)\{([^}]*)\}/g)) {
      const known = labels.get(name.replace(/_(?:bucket|count|sum)$/, ''));
      if (known)
        for (const [label] of inside.matchAll(/\w+(?==)/g)) assert.ok(known.has(label), `${name} ${label}`);
    }
});

it('every alert says what happened and what to do, and whether it can wait', () => {
  for (const { alert, labels, annotations } of rules) {
    assert.match(labels.severity, /^(?:page|ticket)$/, alert);
    assert.ok(annotations.summary.length > 10 && annotations.runbook.length > 20, alert);
  }
});
