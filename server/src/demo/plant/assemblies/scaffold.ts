import type { Vec3 } from '@overlook/shared/maths';
import { uprightFrame } from '../../geometry/frame.ts';
import type { Patch } from '../../geometry/patch.ts';
import { box, rod } from '../../geometry/solids.ts';
import { LOOKS, type PlantBuilder } from '../builder.ts';

/** A scaffold of tubes round a rectangle, boarded on every lift. Metres. */
export interface Scaffold {
  readonly tag: string;
  readonly service: string;
  /** Axes of the outer standards. */
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  /** From the outer standards to the inner ones. */
  readonly boardWidth: number;
  /** Bays along each side. */
  readonly bays: number;
  readonly lifts: number;
  /** Height of one lift. */
  readonly lift: number;
}

/** Half of 48.3 mm, the tube of EN 39. */
const TUBE = 0.024;
/** Coarse levels omit tubes; the next finer one shows them all. */
const TUBE_WEIGHT = 0.06;
const BOARD = 0.05;
/** The lowest braces begin this far above the ground. */
const BASE = 0.1;
/** Heights of the guard rails above the boards. */
const RAILS = [0.45, 0.9] as const;
/** Standards rise this far above the highest boards. */
const TOP = 1.1;

type Ring = Pick<Scaffold, 'west' | 'south' | 'east' | 'north'>;

/** Adds a scaffold: the standards, and for each lift its ledgers, boards, guard rails and braces. */
export function scaffold(builder: PlantBuilder, parentId: number, it: Scaffold): void {
  const { tag, lift, lifts } = it;
  const group = builder.group(parentId, `${tag} ${it.service}`, 'Scaffold', [tag]);
  const inner = inset(it, it.boardWidth);
  const tubes = (parent: number, name: string, kind: string, patches: readonly Patch[]) =>
    builder.object(
      parent,
      { name: `${name} ${kind.toLowerCase()}`, kind, discipline: 'access' },
      { ...LOOKS.galvanised, patches, thickness: TUBE_WEIGHT },
    );
  for (const [name, ring] of [
    ['Outer', it],
    ['Inner', inner],
  ] as const) {
    const standards = feet(ring, it.bays).flatMap(([x, y]) => rod([x, y, 0], [x, y, lifts * lift + TOP], TUBE));
    tubes(group, `${tag} ${name}`, 'Standards', standards);
  }
  for (let i = 1; i <= lifts; i++) {
    const z = i * lift;
    const level = builder.group(group, `${tag} Lift ${i}`, 'Lift');
    const under = z - BOARD - TUBE;
    tubes(level, `${tag} Lift ${i}`, 'Ledgers', [...ringOfTubes(it, under), ...ringOfTubes(inner, under)]);
    builder.object(
      level,
      { name: `${tag} Lift ${i} boards`, kind: 'Boards', discipline: 'access' },
      { ...LOOKS.grating, patches: boards(it, inner, z), thickness: 0.6 },
    );
    tubes(
      level,
      `${tag} Lift ${i}`,
      'Guard rails',
      RAILS.flatMap((up) => ringOfTubes(it, z + up)),
    );
    tubes(level, `${tag} Lift ${i}`, 'Braces', braces(it, Math.max(BASE, z - lift), z));
  }
}

const inset = ({ west, south, east, north }: Ring, by: number): Ring => ({
  west: west + by,
  south: south + by,
  east: east - by,
  north: north - by,
});

/** Corners counter-clockwise from the south-west. */
const cornersOf = ({ west, south, east, north }: Ring, z: number): Vec3[] => [
  [west, south, z],
  [east, south, z],
  [east, north, z],
  [west, north, z],
];

/** The standards round a rectangle, `bays` apart along each side. */
function feet(ring: Ring, bays: number): Vec3[] {
  const corners = cornersOf(ring, 0);
  return corners.flatMap((from, i) => {
    const to = corners[(i + 1) % 4]!;
    return Array.from({ length: bays }, (_, k): Vec3 => [
      from[0] + ((to[0] - from[0]) * k) / bays,
      from[1] + ((to[1] - from[1]) * k) / bays,
      0,
    ]);
  });
}

function ringOfTubes(ring: Ring, z: number): Patch[] {
  const corners = cornersOf(ring, z);
  return corners.flatMap((from, i) => rod(from, corners[(i + 1) % 4]!, TUBE));
}

/** Four strips between the rectangles, which do not overlap at the corners. */
function boards(outer: Ring, inner: Ring, z: number): Patch[] {
  const frame = uprightFrame([0, 0, 0]);
  const strip = (west: number, south: number, east: number, north: number) =>
    box(frame, [west, south, z - BOARD], [east, north, z]);
  return [
    ...strip(outer.west, outer.south, outer.east, inner.south),
    ...strip(outer.west, inner.north, outer.east, outer.north),
    ...strip(outer.west, inner.south, inner.west, inner.north),
    ...strip(inner.east, inner.south, outer.east, inner.north),
  ];
}

/** One brace over each side of a lift, from corner to corner. */
function braces(ring: Ring, z0: number, z1: number): Patch[] {
  const [low, high] = [cornersOf(ring, z0), cornersOf(ring, z1)];
  return low.flatMap((from, i) => rod(from, high[(i + 1) % 4]!, TUBE));
}
