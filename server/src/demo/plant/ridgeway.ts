import { scale } from '@overlook/shared/maths';
import { translated } from '../geometry/patch.ts';
import { scaffold } from './assemblies/scaffold.ts';
import { stockpile } from './assemblies/stockpile.ts';
import { vegetation } from './assemblies/vegetation.ts';
import { pickup } from './assemblies/yard.ts';
import { PlantBuilder } from './builder.ts';
import { lookAt } from './home-pose.ts';
import { PALETTE } from './palette.ts';
import { ADDED_SPOOL, MOVED_VESSEL, SCAFFOLD, STOCKPILE, VESSEL_DISPLACEMENT } from './ridgeway-changes.ts';
import { GROUND } from './ridgeway-grounds.ts';
import type { Part, PlantDescription, PlantNode } from './types.ts';
import { infrastructure } from './ridgeway-infrastructure.ts';
import { RIDGEWAY_PHOTOS } from './ridgeway-photos.ts';
import { separation } from './ridgeway-separation.ts';
import { storage } from './ridgeway-storage.ts';
import { RIDGEWAY_PLACES } from './ridgeway-places.ts';
import { utilities } from './ridgeway-utilities.ts';

/**
 * The demo plant: a gas-processing site of about 260 m by 220 m on a sand plain. As it is today unless `state` says
 * `before`: before the shutdown (`RIDGEWAY_CHANGES`).
 */
export function ridgeway(state: 'before' | 'after' = 'after'): PlantDescription {
  const isBefore = state === 'before';
  const builder = new PlantBuilder();
  const terrain = { seed: 20261, halfExtent: 512, levelHalfWidth: 150, levelHalfDepth: 130 };
  const plant = builder.group(null, 'Ridgeway Gas Plant', 'Site');
  const separationUnit = builder.group(plant, 'Unit 100 Separation', 'Unit', ['U-100']);
  separation(builder, separationUnit);
  storage(builder, builder.group(plant, 'Unit 200 Storage', 'Unit', ['U-200']));
  utilities(builder, builder.group(plant, 'Unit 300 Utilities', 'Unit', ['U-300']));
  infrastructure(builder, builder.group(plant, 'Infrastructure', 'Area'));
  for (const [i, [x, y, yaw]] of (
    [
      [96, -12, 90],
      [100, -12, 90],
      [108, -12, 90],
      [-14, -62, 0],
      [40, -49.5, 180],
    ] as const
  ).entries()) {
    pickup(
      builder,
      x,
      y,
      yaw,
      [PALETTE.white, PALETTE.containerRed, PALETTE.white, PALETTE.white, PALETTE.containerBlue][i]!,
    );
  }
  vegetation(builder, terrain, GROUND, 260);
  const lasting = builder.parts.length;
  stockpile(builder, STOCKPILE[state]);
  if (isBefore) scaffold(builder, builder.group(separationUnit, 'Temporary works', 'Group'), SCAFFOLD);
  return {
    slug: 'ridgeway',
    name: 'Ridgeway Gas Plant',
    description: 'A made-up gas plant on a sand plain: columns, tanks, spheres, a pipe rack and a flare.',
    origin: { longitude: 138.4932, latitude: -35.0789, height: 30 },
    homePose: lookAt([-18, -67, 34], [6, 3, 7]),
    places: RIDGEWAY_PLACES,
    photos: RIDGEWAY_PHOTOS,
    layers: ['textured', 'shaded', 'points', 'cad'],
    scannedHalfExtent: 256,
    ...terrain,
    ground: GROUND,
    nodes: builder.nodes,
    parts: variation(builder, lasting, isBefore),
  };
}

/**
 * Marks what differs between the captures. Before, the spool is not there, and the vessel is not at its place but at
 * another one: its parts there come last, so that all other parts have the same place in the lists of both captures.
 */
function variation({ nodes, parts }: PlantBuilder, lasting: number, isBefore: boolean): Part[] {
  const later = parts.slice(lasting).map((part): Part => ({ ...part, varies: true }));
  if (!isBefore) return [...parts.slice(0, lasting), ...later];
  const vessel = idsBelow(nodes, MOVED_VESSEL.name);
  const absent = new Set([...vessel, ...idsBelow(nodes, ADDED_SPOOL.name)]);
  const isIn = (ids: ReadonlySet<number>, { nodeId }: Part) => nodeId !== null && ids.has(nodeId);
  const back = scale(VESSEL_DISPLACEMENT, -1);
  const moved = parts
    .filter((part) => isIn(vessel, part))
    .map((part): Part => ({ ...part, varies: true, patches: part.patches.map((patch) => translated(patch, back)) }));
  const others = parts.slice(0, lasting).map((part): Part => (isIn(absent, part) ? { ...part, layers: 'none' } : part));
  return [...others, ...later, ...moved];
}

/** The ids of the item with this name and of all that is below it. */
function idsBelow(nodes: readonly PlantNode[], name: string): ReadonlySet<number> {
  const ids = new Set<number>();
  for (const node of nodes)
    if (node.name === name || (node.parentId !== null && ids.has(node.parentId))) ids.add(node.id);
  return ids;
}
