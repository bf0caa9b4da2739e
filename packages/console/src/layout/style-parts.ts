import { NARROW } from './narrow.ts';

/** Tables, badges, lists of facts, timelines, plots. */
export const PART_STYLE: string = `
.table { margin: 0 -22px; }
.card > .table:first-child { margin-top: -10px; }
.card > .table:last-child { margin-bottom: -12px; }
.card > .table + p { margin-top: 10px; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 11px 10px; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); }
th { padding-block: 8px; color: var(--soft); font-size: 0.8125rem; font-weight: 500; white-space: nowrap; }
th:first-child, td:first-child { padding-inline-start: 22px; }
th:last-child, td:last-child { padding-inline-end: 22px; }
tbody tr:last-child td { border-bottom: 0; }
tbody tr:hover { background: var(--wash); }
td .sub { display: block; color: var(--soft); font-size: 0.8125rem; overflow-wrap: anywhere; }
td.number, th.number { text-align: end; white-space: nowrap; }
td a.row { color: inherit; text-decoration: none; font-weight: 600; }
td a.row:hover { text-decoration: underline; }
td { overflow-wrap: break-word; }
td:first-child, .given { overflow-wrap: anywhere; }
td code { overflow-wrap: anywhere; }
time > span, td .whole { white-space: nowrap; }
.badge { display: inline-flex; align-items: center; gap: 6px; padding: 1px 9px; border-radius: 7px; font-size: 0.8125rem; font-weight: 500; white-space: nowrap; background: var(--wash); color: var(--soft); }
.badge.done { background: var(--tint); color: var(--accent); }
.badge.wait { background: var(--wait-tint); color: var(--wait); }
.badge.bad { background: var(--bad-tint); color: var(--bad); }
.badge::before { content: ''; width: 6px; height: 6px; border-radius: 3px; background: currentColor; }
.facts { margin: 0; }
.facts > div { display: grid; grid-template-columns: 6.75rem minmax(0, 1fr); gap: 4px 12px; padding: 9px 0; border-top: 1px solid var(--line); }
.facts > div:first-child { border-top: 0; padding-top: 0; }
.facts > div:last-child { padding-bottom: 0; }
.facts + .consequence { margin-top: 18px; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.figures { display: flex; flex-wrap: wrap; padding: 0; overflow: hidden; }
.figures > div { flex: 1 1 max-content; min-width: 10.3125rem; padding: 18px 22px; box-shadow: -1px -1px var(--line); }
.figures dt { color: var(--soft); font-size: 0.8125rem; }
.figures dd { margin: 0; font-size: 1.5rem; line-height: 1.3; font-weight: 640; overflow-wrap: anywhere; }
.figures dd small { display: block; color: var(--soft); font-size: 0.8125rem; font-weight: 400; }
.timeline { margin: 0; padding: 0; list-style: none; }
.timeline > li { position: relative; padding: 0 0 20px 28px; }
.timeline > li:last-child { padding-bottom: 0; }
.timeline .dot { position: absolute; left: 4px; top: calc(0.6875rem - 5px); width: 11px; height: 11px; border-radius: 6px; background: var(--paper); border: 2px solid var(--soft); }
.timeline .done .dot { border-color: var(--accent); background: var(--accent); }
.timeline .bad .dot { border-color: var(--bad); background: var(--bad); }
.timeline .wait .dot { border-color: var(--wait); }
.timeline .line { position: absolute; left: 9px; top: calc(0.6875rem + 10px); bottom: -3px; width: 1px; background: var(--line); }
.timeline > li:last-child .line { display: none; }
.timeline strong { font-weight: 600; }
.timeline p { margin: 0; color: var(--soft); font-size: 0.8125rem; overflow-wrap: anywhere; }
.notice { margin: 0 0 22px; padding: 12px 16px; border-radius: 10px; background: var(--tint); border: 1px solid transparent; }
.notice.bad { background: var(--bad-tint); color: var(--bad); }
.notice > :last-child { margin-bottom: 0; }
.ending { max-width: min(28.75rem, calc(100vw - 32px)); margin: auto; color: var(--ink); }
.ending::backdrop { background: color-mix(in srgb, black 45%, transparent); }
.ending [role=status]:empty { display: none; }
.secret { display: block; margin: 6px 0 14px; padding: 10px 14px; border-radius: 10px; background: var(--wash); user-select: all; }
.secret + .link { margin: -6px 0 18px; }
.pager { display: flex; gap: 16px; margin: 18px 0 0; }
.empty { margin: 8px 0; color: var(--soft); text-align: center; padding: 26px 0; }
.findings { margin: 0; padding: 0; list-style: none; }
.findings > li { padding: 12px 0; border-top: 1px solid var(--line); }
.findings > li:first-child { border-top: 0; padding-top: 0; }
.findings > li:last-child { padding-bottom: 0; }
.findings p { margin: 4px 0 0; color: var(--soft); font-size: 0.8125rem; overflow-wrap: anywhere; }
pre { margin: 0; padding: 14px 16px; border-radius: 10px; background: var(--wash); white-space: pre-wrap; }
details > summary { cursor: pointer; }
details[open] > summary { margin-bottom: 10px; }
.plot { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 8px 10px; padding-top: 8px; color: var(--soft); font-size: 0.75rem; }
.plot ol { display: flex; justify-content: space-between; margin: 0; padding: 0; list-style: none; }
.plot .values { flex-direction: column; height: calc(150px + 0.75rem); margin: -0.375rem 0; text-align: end; line-height: 0.75rem; }
.plot .values > :only-child { margin-top: auto; }
.plot .labels { grid-column: 2; }
.plot svg { display: block; width: 100%; height: 150px; overflow: visible; }
.plot .bar { fill: var(--accent); }
.plot .rest { fill: var(--line); }
.plot .area { fill: var(--tint); }
.plot .stroke { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; vector-effect: non-scaling-stroke; }
.plot .grid { stroke: var(--line); vector-effect: non-scaling-stroke; }
.plots { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 22px; }
.plots > :last-child:nth-child(odd) { grid-column: 1 / -1; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0 0 10px; padding: 0; list-style: none; color: var(--soft); font-size: 0.8125rem; }
.legend li::before { content: ''; display: inline-block; width: 9px; height: 9px; margin-inline-end: 6px; border-radius: 2px; background: var(--accent); print-color-adjust: exact; }
.legend li.rest::before { background: var(--line); }
.card ul:not([class]) { margin: 0 0 14px; padding-inline-start: 18px; }
.preview { padding: 22px; border: 1px solid var(--line); border-radius: 14px; }
.preview .logo { display: block; height: 32px; max-width: 160px; margin-bottom: 12px; object-fit: contain; }
.preview p { margin: 0; }
.preview .facts { margin-top: 14px; }
.preview .title { margin: 0 0 4px; font-size: 1.25rem; font-weight: 640; }
.preview .pay { margin: 16px 0; padding: 11px 16px; border-radius: 10px; background: var(--accent); color: var(--on-accent); font-weight: 600; text-align: center; box-shadow: inset 0 0 0 1px color-mix(in srgb, var(--accent) 60%, var(--ink)); }
@media ${NARROW} {
  .table { margin: 0 -16px; }
  .card > .table:first-child { margin-top: -16px; }
  .card > .table:last-child { margin-bottom: -16px; }
  table, tbody { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  tr { display: block; padding: 12px 16px; border-bottom: 1px solid var(--line); }
  tbody tr:last-child { border-bottom: 0; }
  td, td:first-child, td:last-child, td.number { display: flex; justify-content: space-between; gap: 16px; padding: 2px 0; border: 0; text-align: end; white-space: normal; }
  /* Not for screen readers, where browsers can say so: they have the header of the column. */
  td::before { content: attr(data-column); content: attr(data-column) / ''; flex: none; color: var(--soft); font-size: 0.8125rem; line-height: 1.375rem; }
  td:first-child { text-align: start; }
  td:first-child .whole { white-space: normal; }
  td:first-child::before, td[data-column='Actions']::before { content: none; }
  td[data-column='Actions'] { justify-content: flex-start; }
  td > div { min-width: 0; overflow-wrap: anywhere; }
  td:not(:first-child) > div { text-wrap: balance; }
  td > div:empty { display: none; }
  .figures > div { padding: 14px 16px; }
  .facts > div { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .plots { grid-template-columns: minmax(0, 1fr); gap: 0; }
}
@media (forced-colors: active) {
  .badge, .preview .pay { border: 1px solid; }
  .badge::before { display: none; }
  .plot .bar { fill: CanvasText; }
  .plot .rest { fill: Canvas; stroke: CanvasText; vector-effect: non-scaling-stroke; }
  .legend li::before { forced-color-adjust: none; border: 1px solid CanvasText; background: CanvasText; }
  .legend li.rest::before { background: Canvas; }
}
`;
