import { type ReadonlyVec3, add, distance, mix, normalize, scale, subtract } from '@overlook/shared/maths';
import { type Frame, moved, pointIn } from '../../geometry/frame.ts';
import type { Patch } from '../../geometry/patch.ts';
import { bar, box, quad, ringPlate, rod, torus } from '../../geometry/solids.ts';
import { LOOKS, type PlantBuilder } from '../builder.ts';
import { lineRailing, ringRailing } from './railing.ts';

const RUNG_SPACING = 0.3;

/**
 * A caged ladder standing `offset` metres out from the frame's axis along its x, between heights z0 and z1 of the
 * frame.
 */
export function ladder(
  builder: PlantBuilder,
  parentId: number,
  name: string,
  frame: Frame,
  offset: number,
  z0: number,
  z1: number,
): void {
  const group = builder.group(parentId, name, 'Ladder');
  const rungs: Patch[] = [];
  for (let z = z0 + RUNG_SPACING; z < z1; z += RUNG_SPACING) {
    rungs.push(...rod(pointIn(frame, offset, -0.22, z), pointIn(frame, offset, 0.22, z), 0.012));
  }
  const stiles = [-0.22, 0.22].flatMap((y) =>
    rod(pointIn(frame, offset, y, z0), pointIn(frame, offset, y, z1 + 1), 0.025),
  );
  const hoops: Patch[] = [];
  for (let z = z0 + 2.3; z < z1 + 1; z += 0.9)
    hoops.push(torus(moved(frame, offset + 0.33, 0, z), 0.36, 0.014, -2.3, 2.3));
  const strips = [-1.1, 0, 1.1].flatMap((a) => {
    const [x, y] = [offset + 0.33 + 0.36 * Math.cos(a), 0.36 * Math.sin(a)];
    return z1 - z0 > 2.5 ? rod(pointIn(frame, x, y, z0 + 2.3), pointIn(frame, x, y, z1 + 1), 0.014) : [];
  });
  const spec = (part: string) => ({ name: `${name} ${part}`, kind: part, discipline: 'access' as const });
  builder.object(group, spec('Stiles'), { ...LOOKS.rail, patches: stiles, thickness: 0.07 });
  builder.object(group, spec('Rungs'), { ...LOOKS.rail, patches: rungs, thickness: 0.03 });
  if (hoops.length > 0)
    builder.object(group, spec('Cage'), { ...LOOKS.rail, patches: [...hoops, ...strips], thickness: 0.05 });
}

/** A grated ring platform round a vessel with brackets and a railing; z is its walking level. */
export function ringPlatform(
  builder: PlantBuilder,
  parentId: number,
  name: string,
  frame: Frame,
  z: number,
  inner: number,
  outer: number,
  from: number,
  to: number,
): void {
  const group = builder.group(parentId, name, 'Platform');
  const sections = Math.max(2, Math.round(((to - from) * outer) / 4));
  for (let i = 0; i < sections; i++) {
    const a0 = from + ((to - from) * i) / sections;
    const a1 = from + ((to - from) * (i + 1)) / sections;
    builder.object(
      group,
      { name: `${name} Grating ${i + 1}`, kind: 'Grating', discipline: 'access' },
      { ...LOOKS.grating, patches: ringPlate(frame, z, inner, outer, 0.06, a0, a1), thickness: 0.6 },
    );
    const [c, s] = [Math.cos((a0 + a1) / 2), Math.sin((a0 + a1) / 2)];
    const foot = pointIn(frame, (inner - 0.15) * c, (inner - 0.15) * s, z - 1.1);
    const reach = pointIn(frame, (outer - 0.1) * c, (outer - 0.1) * s, z - 0.12);
    const root = pointIn(frame, (inner - 0.15) * c, (inner - 0.15) * s, z - 0.12);
    builder.object(
      group,
      { name: `${name} Bracket ${i + 1}`, kind: 'Bracket', discipline: 'structure' },
      { ...LOOKS.steel, patches: [...bar(foot, reach, 0.1, 0.1), ...bar(root, reach, 0.1, 0.1)], thickness: 0.1 },
    );
  }
  ringRailing(builder, group, `${name} Railing`, frame, z, outer - 0.05, from, to);
}

/** A straight flight of stairs between two walking levels: stringers, treads and a railing on each side. */
export function stairFlight(
  builder: PlantBuilder,
  parentId: number,
  name: string,
  foot: ReadonlyVec3,
  head: ReadonlyVec3,
  width = 0.9,
): void {
  const group = builder.group(parentId, name, 'Stair');
  const run = normalize([head[0] - foot[0], head[1] - foot[1], 0]);
  const across = scale([-run[1], run[0], 0], width / 2);
  const steps = Math.max(2, Math.round((head[2] - foot[2]) / 0.2));
  for (const [side, sign] of [
    ['Left', 1],
    ['Right', -1],
  ] as const) {
    const shift = scale(across, sign);
    builder.object(
      group,
      { name: `${name} ${side} stringer`, kind: 'Stringer', discipline: 'access' },
      { ...LOOKS.steel, patches: bar(add(foot, shift), add(head, shift), 0.04, 0.22), thickness: 0.22 },
    );
    lineRailing(builder, group, `${name} ${side} railing`, [add(foot, shift), add(head, shift)]);
  }
  const treads = Array.from({ length: steps - 1 }, (_, i) => {
    const at = mix(foot, head, (i + 1) / steps);
    const frame: Frame = { origin: at, x: run, y: [-run[1], run[0], 0], z: [0, 0, 1] };
    return box(frame, [-0.14, -width / 2, -0.04], [0.14, width / 2, 0]);
  }).flat();
  const slope = quad(subtract(foot, across), subtract(head, across), add(head, across), add(foot, across));
  builder.object(
    group,
    {
      name: `${name} Treads`,
      kind: 'Tread',
      discipline: 'access',
      design: { Steps: steps, 'Rise (m)': distance(foot, head) },
    },
    { ...LOOKS.grating, patches: treads, coarse: [slope], thickness: 0.3 },
  );
}

/** A level rectangular grated floor of the frame between two corners, with a thin edge. */
export const gratedFloor = (
  frame: Frame,
  west: number,
  south: number,
  east: number,
  north: number,
  z: number,
): Patch[] => box(frame, [west, south, z - 0.05], [east, north, z]);
