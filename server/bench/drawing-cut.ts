/** How long the cut of 5 million triangles takes: upright tubes of 48 facets, each cut once. */
import { PlaneCut, stitchLines } from '@overlook/shared/drawings';
import type { Vec3 } from '@overlook/shared/maths';

const TUBES = 52_084;
const SIDES = 48;
const RADIUS_M = 0.2;
const A_ROW = 230;

const ring = Array.from({ length: SIDES + 1 }, (_, side) => {
  const angle = (2 * Math.PI * side) / SIDES;
  return [RADIUS_M * Math.cos(angle), RADIUS_M * Math.sin(angle)] as const;
});
const secondsSince = (start: NodeJS.CpuUsage) => (process.cpuUsage(start).user / 1e6).toFixed(1);

const cut = new PlaneCut();
const atCut = process.cpuUsage();
for (let tube = 0; tube < TUBES; tube++) {
  const [x, y] = [tube % A_ROW, Math.floor(tube / A_ROW)];
  const corner = (side: number, z: number): Vec3 => [x + ring[side]![0], y + ring[side]![1], z];
  for (let side = 0; side < SIDES; side++) {
    const [a, b, c, d] = [corner(side, -1), corner(side + 1, -1), corner(side + 1, 1), corner(side, 1)];
    cut.add(tube, a, b, c);
    cut.add(tube, a, c, d);
  }
}
console.log(`${cut.triangles} triangles cut: ${secondsSince(atCut)} processor seconds`);
const atStitch = process.cpuUsage();
let lines = 0;
for (const segments of cut.segments.values()) lines += stitchLines(segments).length;
const megabytes = Math.round(process.memoryUsage().rss / 1e6);
console.log(`${lines} lines joined: ${secondsSince(atStitch)} processor seconds, ${megabytes} MB`);
