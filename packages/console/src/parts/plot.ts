import { scaleBand, scaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import { type Content, html } from '../http/html.ts';

/** One value of a series. */
export interface Point {
  /** Such as a day: what the axis below says. */
  readonly label: string;
  readonly value: number;
  /** A part of the value, drawn on top of the rest. */
  readonly part?: number;
}

/** What a plot shows. */
export interface PlotOptions {
  readonly points: readonly Point[];
  /** Writes a value at the axis. */
  readonly format: (value: number) => string;
  /** Largest value of the axis; by default that of the points. */
  readonly most?: number;
}

const WIDTH = 420;
const HEIGHT = 170;
const MARGIN = { top: 10, right: 4, bottom: 22, left: 52 };

function frame({ points, format, most }: PlotOptions) {
  const top = most ?? Math.max(1, ...points.map(({ value }) => value));
  const y = scaleLinear([0, top], [HEIGHT - MARGIN.bottom, MARGIN.top]);
  if (most === undefined) y.nice(4);
  const x = scaleBand(
    points.map((_, index) => index),
    [MARGIN.left, WIDTH - MARGIN.right],
  ).paddingInner(0.25);
  const grid = y.ticks(4).map((tick) => {
    const at = y(tick);
    return html`<line class="grid" x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${at}" y2="${at}"/><text x="${MARGIN.left - 8}" y="${at + 4}" text-anchor="end">${format(tick)}</text>`;
  });
  const every = Math.max(1, Math.ceil(points.length / 5));
  const labels = points.map(({ label }, index) =>
    index % every === 0 ? html`<text x="${x(index) ?? 0}" y="${HEIGHT - 4}">${label}</text>` : '',
  );
  return { x, y, axes: html`${grid}${labels}` };
}

function svg(content: Content): Content {
  // The table beside a plot says the same: readers of screens get that one.
  return html`<svg class="plot" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true" focusable="false">${content}</svg>`;
}

/** A bar for each value; the part of it in the accent. */
export function bars(options: PlotOptions): Content {
  const { x, y, axes } = frame(options);
  const bar = (index: number, value: number, kind: string): Content =>
    html`<rect class="${kind}" x="${x(index) ?? 0}" width="${x.bandwidth()}" y="${y(value)}" height="${Math.max(0, y(0) - y(value))}" rx="1.5"/>`;
  const drawn = options.points.map(
    ({ value, part }, index) =>
      html`${part === undefined ? '' : bar(index, value, 'rest')}${bar(index, part ?? value, 'bar')}`,
  );
  return svg(html`${axes}${drawn}`);
}

/** A line through the values, and the area below it. */
export function curve(options: PlotOptions): Content {
  const { x, y, axes } = frame(options);
  const at = (_: Point, index: number): number => (x(index) ?? 0) + x.bandwidth() / 2;
  const above = ({ value }: Point): number => y(value);
  const points = [...options.points];
  const ground = area<Point>(at, y(0), above).curve(curveMonotoneX)(points) ?? '';
  const stroke = line<Point>(at, above).curve(curveMonotoneX)(points) ?? '';
  return svg(html`${axes}<path class="area" d="${ground}"/><path class="stroke" d="${stroke}"/>`);
}
