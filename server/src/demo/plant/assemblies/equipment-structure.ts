import type { Vec3 } from '@overlook/shared/maths';
import { uprightFrame } from '../../geometry/frame.ts';
import { bar, box, iBeam } from '../../geometry/solids.ts';
import { LOOKS, type PlantBuilder } from '../builder.ts';
import { gratedFloor, stairFlight } from './access.ts';
import { lineRailing } from './railing.ts';

/** An open steel frame with grated floors, stairs on its east side and bracing. Metres. */
export interface EquipmentStructure {
  readonly tag: string;
  readonly west: number;
  readonly south: number;
  /** Bays eastwards and northwards, and their lengths. */
  readonly baysEast: number;
  readonly baysNorth: number;
  readonly bay: number;
  readonly floors: readonly number[];
}

export function equipmentStructure(builder: PlantBuilder, parentId: number, it: EquipmentStructure): void {
  const group = builder.group(parentId, `${it.tag} Equipment structure`, 'Structure', [it.tag]);
  const top = it.floors.at(-1)!;
  const [width, depth] = [it.baysEast * it.bay, it.baysNorth * it.bay];
  const x = (i: number) => it.west + i * it.bay;
  const y = (j: number) => it.south + j * it.bay;
  const columns = builder.group(group, `${it.tag} Columns`, 'Columns');
  for (let i = 0; i <= it.baysEast; i++) {
    for (let j = 0; j <= it.baysNorth; j++) {
      const grid = `${'ABCDEFG'[i]}${j + 1}`;
      const foot = uprightFrame([x(i), y(j), 0]);
      const [a, b]: [Vec3, Vec3] = [
        [x(i), y(j), 0.4],
        [x(i), y(j), top + 1.1],
      ];
      builder.object(
        columns,
        { name: `${it.tag} Footing ${grid}`, kind: 'Footing', discipline: 'civil' },
        { ...LOOKS.concrete, patches: box(foot, [-0.5, -0.5, 0], [0.5, 0.5, 0.4], 'tnesw'), thickness: 0.4 },
      );
      builder.object(
        columns,
        { name: `${it.tag} Column ${grid}`, kind: 'Column section', discipline: 'structure' },
        { ...LOOKS.steel, patches: iBeam(a, b, 0.32, 0.32), coarse: bar(a, b, 0.3, 0.3), thickness: 0.3 },
      );
    }
  }
  it.floors.forEach((z, k) => floor(builder, group, it, k, z, width, depth));
  stairs(builder, group, it, width);
  const bracing = builder.group(group, `${it.tag} Bracing`, 'Bracing');
  [0.4, ...it.floors].slice(0, -1).forEach((z, k) => {
    const next = it.floors[k]! - 0.5;
    for (const [side, yy] of [
      ['South', it.south],
      ['North', it.south + depth],
    ] as const) {
      const patches = [
        ...bar([x(0), yy, z], [x(1), yy, next], 0.12, 0.12),
        ...bar([x(1), yy, z], [x(0), yy, next], 0.12, 0.12),
      ];
      builder.object(
        bracing,
        { name: `${it.tag} ${side} brace ${k + 1}`, kind: 'Bracing', discipline: 'structure' },
        { ...LOOKS.steel, patches, thickness: 0.12 },
      );
    }
  });
}

function floor(
  builder: PlantBuilder,
  parentId: number,
  it: EquipmentStructure,
  k: number,
  z: number,
  width: number,
  depth: number,
): void {
  const group = builder.group(parentId, `${it.tag} Floor ${k + 1}`, 'Floor');
  const frame = uprightFrame([it.west, it.south, 0]);
  const beam = (name: string, a: Vec3, b: Vec3) =>
    builder.object(
      group,
      { name: `${it.tag} ${name}`, kind: 'Beam', discipline: 'structure' },
      { ...LOOKS.steel, patches: iBeam(a, b, 0.22, 0.4), coarse: bar(a, b, 0.2, 0.4), thickness: 0.3 },
    );
  for (let j = 0; j <= it.baysNorth; j++) {
    const y = it.south + j * it.bay;
    for (let i = 0; i < it.baysEast; i++)
      beam(
        `Beam ${k + 1}.${i + 1}.${j + 1}E`,
        [it.west + i * it.bay, y, z - 0.26],
        [it.west + (i + 1) * it.bay, y, z - 0.26],
      );
  }
  for (let i = 0; i <= it.baysEast; i++) {
    const x = it.west + i * it.bay;
    for (let j = 0; j < it.baysNorth; j++)
      beam(
        `Beam ${k + 1}.${i + 1}.${j + 1}N`,
        [x, it.south + j * it.bay, z - 0.26],
        [x, it.south + (j + 1) * it.bay, z - 0.26],
      );
  }
  for (let i = 0; i < it.baysEast; i++) {
    for (let j = 0; j < it.baysNorth; j++) {
      const patches = gratedFloor(frame, i * it.bay, j * it.bay, (i + 1) * it.bay, (j + 1) * it.bay, z);
      builder.object(
        group,
        { name: `${it.tag} Grating ${k + 1}.${i + 1}.${j + 1}`, kind: 'Grating', discipline: 'access' },
        { ...LOOKS.grating, patches, thickness: 0.6 },
      );
    }
  }
  // The way in from the stair stays open in the middle of the east side.
  const [w, s, e, n] = [it.west, it.south, it.west + width, it.south + depth];
  lineRailing(builder, group, `${it.tag} Railing ${k + 1}`, [
    [e, s + 1.1, z],
    [e, s, z],
    [w, s, z],
    [w, n, z],
    [e, n, z],
    [e, n - 1.1, z],
  ]);
}

/** Flights zigzag along the east side, each ending on a landing beside its floor. */
function stairs(builder: PlantBuilder, parentId: number, it: EquipmentStructure, width: number): void {
  const group = builder.group(parentId, `${it.tag} Stairs`, 'Stairs');
  const x = it.west + width + 0.6;
  const [near, far] = [it.south + 1, it.south + it.baysNorth * it.bay - 1];
  let below = 0;
  it.floors.forEach((z, k) => {
    const [from, to] = k % 2 === 0 ? [near, far] : [far, near];
    stairFlight(builder, group, `${it.tag} Flight ${k + 1}`, [x, from, below], [x, to, z]);
    const frame = uprightFrame([x, to, z]);
    const [y0, y1] = to === far ? [0, 1.4] : [-1.4, 0];
    builder.object(
      group,
      { name: `${it.tag} Landing ${k + 1}`, kind: 'Landing', discipline: 'access' },
      { ...LOOKS.grating, patches: box(frame, [-0.6, y0, -0.06], [0.6, y1, 0]), thickness: 0.5 },
    );
    lineRailing(builder, group, `${it.tag} Landing railing ${k + 1}`, [
      [x + 0.6, to + y0, z],
      [x + 0.6, to + y1, z],
    ]);
    below = z;
  });
}
