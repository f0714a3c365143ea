import { subtract } from '@overlook/shared/maths';
import type { HorizontalVessel } from './assemblies/pressure-vessels.ts';
import { scaffold } from './assemblies/scaffold.ts';
import { stockpile } from './assemblies/stockpile.ts';
import { vegetation } from './assemblies/vegetation.ts';
import { pickup } from './assemblies/yard.ts';
import { PlantBuilder } from './builder.ts';
import { lookAt } from './home-pose.ts';
import { PALETTE } from './palette.ts';
import { ADDED_SPOOL, MOVED_VESSEL, SCAFFOLD, STOCKPILE, VESSEL_DISPLACEMENT } from './ridgeway-changes.ts';
import { GROUND } from './ridgeway-grounds.ts';
import { DRUMS } from './ridgeway-layout.ts';
import type { Part, PlantDescription } from './types.ts';
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
  separation(builder, separationUnit, isBefore ? DRUMS.map(beforeMove) : DRUMS);
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
  stockpile(builder, STOCKPILE[state]);
  // Last, so that all other objects and parts have the same place in the lists of both captures.
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
    parts: isBefore ? withoutSpool(builder) : builder.parts,
  };
}

const beforeMove = (it: HorizontalVessel): HorizontalVessel =>
  it.tag === MOVED_VESSEL.tag ? { ...it, centre: subtract(it.centre, VESSEL_DISPLACEMENT) } : it;

const withoutSpool = ({ nodes, parts }: PlantBuilder): Part[] =>
  parts.map((part) =>
    part.nodeId !== null && nodes[part.nodeId]!.name === ADDED_SPOOL.name ? { ...part, layers: 'none' } : part,
  );
