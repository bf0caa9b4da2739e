/**
 * Prints the relation between wide bodies and the size of airports in T-100: the numbers behind LARGE_AIRPORT and
 * wideFit in src/candidates/trunk-route.ts, and the table of docs/decisions/emissions-which-aircraft.md. Uses no
 * published figure.
 */
import { type ObservedRoute, observedRoutes } from './wide-bodies/observed.ts';
import { oddsBySize, oddsFactor } from './wide-bodies/odds.ts';

/** First connections of each row of the table. */
const FROM = [0, 24, 48, 80, 140, 180];
/** Number of random draws of carriers for the spread. */
const DRAWS = 300;

const routes = await observedRoutes();
const carriers = [...new Set(routes.map(({ carrier }) => carrier))];
const percent = (part: number): string => `${(100 * part).toFixed(0)} %`;

console.log('| connections | routes | carriers | wide, observed | wide, by fleet alone | times the odds |');
console.log('| --- | --- | --- | --- | --- | --- |');
for (const [i, from] of FROM.entries()) {
  const to = FROM[i + 1] ?? Number.POSITIVE_INFINITY;
  const some = routes.filter(({ connections }) => connections >= from && connections < to);
  const mean = (of: (route: ObservedRoute) => number): number =>
    some.reduce((sum, route) => sum + of(route), 0) / some.length;
  const cells = [
    to === Number.POSITIVE_INFINITY ? `from ${from}` : `${from} to ${to - 1}`,
    some.length,
    new Set(some.map(({ carrier }) => carrier)).size,
    percent(mean(({ observed }) => observed)),
    percent(mean(({ expected }) => expected)),
    oddsFactor(some).toFixed(1),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

/** Returns numbers from 0 to below 1, the same ones each time. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const draw = createRandom();
const laws = Array.from({ length: DRAWS }, () => {
  const some = carriers.map(() => carriers[Math.floor(draw() * carriers.length)]!);
  return oddsBySize(some.flatMap((carrier) => routes.filter((route) => route.carrier === carrier)));
});
const between = (of: (law: (typeof laws)[number]) => number): string => {
  const sorted = laws.map(of).sort((a, b) => a - b);
  return `${sorted[Math.floor(0.1 * DRAWS)]!.toFixed(2)} to ${sorted[Math.floor(0.9 * DRAWS)]!.toFixed(2)}`;
};
const law = oddsBySize(routes);
console.log(
  `\nodds as (connections / ${law.even.toFixed(0)}) ** ${law.exponent.toFixed(2)}; ` +
    `80 % of drawn sets of carriers: even at ${between(({ even }) => even)}, exponent ${between(({ exponent }) => exponent)}`,
);
