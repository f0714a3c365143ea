/**
 * What snapping costs the main thread while the pointer moves, in Node, where its code runs as in the page: from the surface of a cloud's points
 * and the triangles around the pointer to the candidates in order. A made plant of boxes and pipes is all in view, from afar and from near; the pointer goes
 * over it line by line. The pick itself and reading data from the GPU are not in it.
 *
 *   npx vite build --ssr bench/snap-hover.ts --outDir /tmp/snap-hover; node /tmp/snap-hover/snap-hover.js        (in e2e)
 *
 * Options: --triangles 200000 --moves 3000. Without the bundler, tsx names every function anew, which takes as long again.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { snapHoverTimes } from '@overlook/engine/testing/snap-hover';

const { values } = parseArgs({
  options: { triangles: { type: 'string', default: '200000' }, moves: { type: 'string', default: '3000' } },
});

// Triangles in view of the first two.
const { count, overviewMs, nearMs, cloudMs } = snapHoverTimes(Number(values.triangles), Number(values.moves));
for (const [name, times] of [
  ['overview', overviewMs],
  ['near', nearMs],
  ['cloud, 204,800 points', cloudMs],
] as const) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.trunc(share * sorted.length))]!.toFixed(3);
  console.log(`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)}, p99 ${at(0.99)}, longest ${at(1)}`);
}
console.log(`${count} triangles, load ${loadavg()[0]!.toFixed(1)}`);
