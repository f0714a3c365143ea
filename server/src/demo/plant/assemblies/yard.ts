import type { ReadonlyVec3, Vec3 } from '@overlook/shared/maths';
import { distance, mix } from '@overlook/shared/maths';
import { pointIn, uprightFrame } from '../../geometry/frame.ts';
import { bar, box, drum, rod, side } from '../../geometry/solids.ts';
import { LOOKS, type PlantBuilder } from '../builder.ts';
import { PALETTE } from '../palette.ts';
import type { GroundArea, Rgb } from '../types.ts';

/** A street light 9 m tall; its arm reaches along `armDeg` (degrees counter-clockwise from east). */
export function lightPole(
  builder: PlantBuilder,
  parentId: number,
  index: number,
  east: number,
  north: number,
  armDeg: number,
): void {
  const name = `LP-${String(index).padStart(2, '0')}`;
  const group = builder.group(parentId, name, 'Light pole', [name]);
  const frame = uprightFrame([east, north, 0], (armDeg * Math.PI) / 180);
  const spec = (part: string) => ({ name: `${name} ${part}`, kind: part, discipline: 'electrical' as const });
  builder.object(group, spec('Footing'), {
    ...LOOKS.concrete,
    patches: drum(frame, 0.3, 0.25).slice(0, 2),
    thickness: 0.3,
  });
  builder.object(group, spec('Mast'), {
    ...LOOKS.galvanised,
    patches: [side(frame, 0.1, 0.25, 0.055, 9)],
    thickness: 0.21,
  });
  builder.object(group, spec('Arm'), {
    ...LOOKS.galvanised,
    patches: rod(pointIn(frame, 0, 0, 8.9), pointIn(frame, 1.6, 0, 9.2), 0.045),
    thickness: 0.1,
  });
  builder.object(group, spec('Lantern'), {
    ...LOOKS.galvanised,
    patches: box(frame, [1.4, -0.16, 9.1], [2.1, 0.16, 9.26]),
    thickness: 0.21,
  });
}

/** A low wall round a rectangle (a bund): four straight lengths of concrete. */
export function bundWall(
  builder: PlantBuilder,
  parentId: number,
  name: string,
  area: GroundArea,
  height: number,
  thickness = 0.35,
): void {
  const group = builder.group(parentId, name, 'Bund');
  const [w, s, e, n, t] = [area.west, area.south, area.east, area.north, thickness];
  const frame = uprightFrame([0, 0, 0]);
  const runs: readonly (readonly [string, ReadonlyVec3, ReadonlyVec3, number])[] = [
    ['South', [w, s, 0], [e, s + t, height], 0],
    ['North', [w, n - t, 0], [e, n, height], 0],
    ['West', [w, s + t, 0], [w + t, n - t, height], 1],
    ['East', [e - t, s + t, 0], [e, n - t, height], 1],
  ];
  for (const [label, low, high, axis] of runs) {
    const count = Math.max(1, Math.round((high[axis]! - low[axis]!) / 8));
    for (let i = 0; i < count; i++) {
      const [a, b]: [Vec3, Vec3] = [[...low], [...high]];
      a[axis] = low[axis]! + ((high[axis]! - low[axis]!) * i) / count;
      b[axis] = low[axis]! + ((high[axis]! - low[axis]!) * (i + 1)) / count;
      builder.object(
        group,
        { name: `${name} ${label} ${i + 1}`, kind: 'Bund wall', discipline: 'civil' },
        { ...LOOKS.concrete, colour: PALETTE.cream, patches: box(frame, a, b, 'tnesw'), thickness: 0.8 },
      );
    }
  }
}

/** A boundary fence of posts and wires along a closed polygon of ground points, with no wire across `gates`. */
export function fence(
  builder: PlantBuilder,
  parentId: number,
  corners: readonly ReadonlyVec3[],
  gates: readonly ReadonlyVec3[],
  gateHalfWidth = 7,
): void {
  const group = builder.group(parentId, 'Boundary fence', 'Fence');
  corners.forEach((corner, i) => {
    const next = corners[(i + 1) % corners.length]!;
    const run = builder.group(group, `Fence side ${i + 1}`, 'Fence side');
    const count = Math.round(distance(corner, next) / 4);
    for (let k = 0; k < count; k++) {
      const [a, b] = [mix(corner, next, k / count), mix(corner, next, (k + 1) / count)];
      const name = `Fence ${i + 1}.${k + 1}`;
      const lift = (p: ReadonlyVec3, z: number): Vec3 => [p[0], p[1], z];
      builder.object(
        run,
        { name: `${name} post`, kind: 'Fence post', discipline: 'structure' },
        { ...LOOKS.galvanised, patches: rod(lift(a, 0), lift(a, 2.4), 0.035), thickness: 0.06 },
      );
      if (gates.some((gate) => distance(gate, mix(a, b, 0.5)) < gateHalfWidth)) continue;
      const wires = [0.15, 0.7, 1.25, 1.8, 2.3].flatMap((z) => bar(lift(a, z), lift(b, z), 0.012, 0.02));
      builder.object(
        run,
        { name: `${name} wires`, kind: 'Fence wires', discipline: 'structure' },
        { ...LOOKS.galvanised, patches: wires, thickness: 0.04 },
      );
    }
  });
}

/** A shipping container, 6.06 × 2.44 × 2.59 m, corner at (east, north, floor). */
export function container(
  builder: PlantBuilder,
  parentId: number,
  name: string,
  corner: Vec3,
  yawDeg: number,
  colour: Rgb,
): void {
  const frame = uprightFrame(corner, (yawDeg * Math.PI) / 180);
  builder.object(
    parentId,
    { name, kind: 'Container', discipline: 'building', design: { 'Length (m)': 6.06 } },
    { material: 'corrugated', colour, patches: box(frame, [0, 0, 0.12], [6.06, 2.44, 2.59]), thickness: 2.4 },
  );
}

/** A parked pickup: body, cabin, windows and wheels; scenery, since no drawing shows it. */
export function pickup(builder: PlantBuilder, east: number, north: number, yawDeg: number, colour: Rgb): void {
  const frame = uprightFrame([east, north, 0], (yawDeg * Math.PI) / 180);
  const wheels = [-1.6, 1.6].flatMap((x) =>
    [-0.95, 0.7].flatMap((y) => rod(pointIn(frame, x, y, 0.38), pointIn(frame, x, y + 0.25, 0.38), 0.38, 'closed')),
  );
  builder.scenery(
    {
      material: 'paint',
      colour,
      patches: [
        ...box(frame, [-2.6, -0.92, 0.45], [2.6, 0.92, 1.05]),
        ...box(frame, [-0.9, -0.85, 1.62], [0.95, 0.85, 1.75]),
      ],
      thickness: 0.6,
    },
    {
      material: 'glass',
      colour: PALETTE.glass,
      patches: box(frame, [-0.85, -0.84, 1.05], [0.9, 0.84, 1.62], 'nesw'),
      thickness: 0.6,
    },
    { material: 'plain', colour: PALETTE.rubber, patches: wheels, thickness: 0.3 },
  );
}
