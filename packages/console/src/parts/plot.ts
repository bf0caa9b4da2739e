import { type ScaleBand, type ScaleLinear, scaleBand, scaleLinear } from 'd3-scale';
import { area, curveMonotoneX, line } from 'd3-shape';
import { type Content, html } from '../http/html.ts';

/** One value of a series. */
export interface Point {
  /** Text on the axis below, such as a day. */
  readonly label: string;
  readonly value: number;
  /** A part of the value, drawn on top of the rest. */
  readonly part?: number;
}

/** Content of a plot. */
export interface PlotOptions {
  readonly points: readonly Point[];
  /** Formats a value at the axis. */
  readonly format: (value: number) => string;
}

/** Units of the drawing; the page stretches it to its own width and height. */
const WIDTH = 400;
const HEIGHT = 140;

interface Scales {
  readonly x: ScaleBand<number>;
  readonly y: ScaleLinear<number, number>;
  /** Evenly spaced, from nothing to the top. */
  readonly ticks: readonly number[];
}

function scalesOf(points: readonly Point[]): Scales {
  const most = Math.max(0, ...points.map(({ value }) => value));
  const y = scaleLinear([0, Math.max(1, most)], [HEIGHT, 0]).nice(4);
  const x = scaleBand(
    points.map((_, index) => index),
    [0, WIDTH],
  ).paddingInner(0.25);
  return { x, y, ticks: ticksOf(y, most) };
}

/** Returns values at the axis: only zero if there is nothing to show, and never a part of a gram or an order. */
function ticksOf(y: ScaleLinear<number, number>, most: number): readonly number[] {
  return most === 0 ? [0] : y.ticks(4).filter(Number.isInteger);
}

/** Draws between axes. Hidden from screen readers, which read the table of the same figures. */
function framed({ points, format }: PlotOptions, { y, ticks }: Scales, drawn: Content): Content {
  const grid = ticks.map(
    (tick) => html`<line class="grid" x1="0" x2="${WIDTH}" y1="${y(tick)}" y2="${y(tick)}"/>`,
  );
  const values = ticks.toReversed().map((tick) => html`<li>${format(tick)}</li>`);
  const ends = [points.at(0), points.at(Math.floor(points.length / 2)), points.at(-1)];
  const labels = ends.map((point) => html`<li>${point?.label ?? ''}</li>`);
  return html`<div class="plot" aria-hidden="true"><ol class="values">${values}</ol>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" focusable="false">${grid}${drawn}</svg>
<ol class="labels">${labels}</ol></div>`;
}

/** Renders a bar for each value; its part in the accent. */
export function bars(options: PlotOptions): Content {
  const scales = scalesOf(options.points);
  const { x, y } = scales;
  const bar = (index: number, value: number, kind: string): Content =>
    html`<rect class="${kind}" x="${x(index) ?? 0}" width="${x.bandwidth()}" y="${y(value)}" height="${HEIGHT - y(value)}"/>`;
  const drawn = options.points.map(
    ({ value, part = value }, index) =>
      html`${part < value ? bar(index, value, 'rest') : ''}${part > 0 ? bar(index, part, 'bar') : ''}`,
  );
  return framed(options, scales, html`${drawn}`);
}

/** Renders a line through the values, and the area below it. */
export function curve(options: PlotOptions): Content {
  const scales = scalesOf(options.points);
  const { x, y } = scales;
  const at = (_: Point, index: number): number => (x(index) ?? 0) + x.bandwidth() / 2;
  const above = ({ value }: Point): number => y(value);
  const points = [...options.points];
  const below = area<Point>(at, HEIGHT, above).curve(curveMonotoneX)(points) ?? '';
  const stroke = line<Point>(at, above).curve(curveMonotoneX)(points) ?? '';
  return framed(options, scales, html`<path class="area" d="${below}"/><path class="stroke" d="${stroke}"/>`);
}
