import { uprightFrame } from '../../geometry/frame.ts';
import { ellipsoid, rod } from '../../geometry/solids.ts';
import { terrainHeight } from '../../ground/terrain.ts';
import type { PlantBuilder } from '../builder.ts';
import { PALETTE } from '../palette.ts';
import { random } from '../random.ts';
import type { GroundArea, PlantDescription, Rgb } from '../types.ts';

const LEAVES: readonly Rgb[] = [PALETTE.leafDark, PALETTE.leafLight, PALETTE.leafGrey];

type Terrain = Pick<PlantDescription, 'seed' | 'halfExtent' | 'levelHalfWidth' | 'levelHalfDepth'>;

/** Mallee trees and saltbush scattered over the terrain, clear of the plant and of everything built. */
export function vegetation(
  builder: PlantBuilder,
  terrain: Terrain,
  ground: readonly GroundArea[],
  count: number,
): void {
  const next = random(terrain.seed ^ 0x5eed);
  let planted = 0;
  for (let tries = 0; planted < count && tries < count * 20; tries++) {
    const angle = next() * 2 * Math.PI;
    const reach = 60 + (terrain.halfExtent * 0.92 - 60) * Math.sqrt(next());
    const [x, y] = [reach * Math.cos(angle), reach * Math.sin(angle)];
    const size = 0.7 + 2.9 * next() ** 2.2;
    const isInside = Math.abs(x) < terrain.levelHalfWidth - 6 && Math.abs(y) < terrain.levelHalfDepth - 6;
    if (isInside || ground.some((area) => isNear(area, x, y, size + 3))) continue;
    plant(builder, next, x, y, terrainHeight(terrain, x, y), size);
    planted++;
  }
}

const isNear = (area: GroundArea, x: number, y: number, margin: number): boolean =>
  x > area.west - margin && x < area.east + margin && y > area.south - margin && y < area.north + margin;

/** A crown of overlapping ellipsoids; a crown over two metres high has a trunk. */
function plant(builder: PlantBuilder, next: () => number, x: number, y: number, z: number, size: number): void {
  const isTree = size > 1.5;
  const base = isTree ? size * 0.55 : 0;
  const lumps = 3 + Math.floor(next() * 4);
  const colour = LEAVES[Math.floor(next() * LEAVES.length)]!;
  for (let i = 0; i < lumps; i++) {
    const a = (i * 2 * Math.PI) / lumps + next();
    const out = i === 0 ? 0 : size * (0.35 + 0.3 * next());
    const r = size * (i === 0 ? 0.72 : 0.38 + 0.22 * next());
    const up = base + r * 0.62 + (i === 0 ? size * 0.28 : size * 0.3 * next());
    const frame = uprightFrame([x + out * Math.cos(a), y + out * Math.sin(a), z + up], next() * 6);
    const shade = 0.9 + 0.22 * next();
    const tint = (channel: number) => Math.min(255, channel * shade);
    const tinted: Rgb = [tint(colour[0]), tint(colour[1]), tint(colour[2])];
    builder.scenery({
      material: 'foliage',
      colour: tinted,
      patches: [ellipsoid(frame, r, r * 0.78)],
      thickness: Math.max(0.6, r),
    });
  }
  if (isTree)
    builder.scenery({
      material: 'plain',
      colour: PALETTE.bark,
      patches: rod([x, y, z - 0.3], [x, y, z + base + size * 0.3], 0.06 * size + 0.05),
      thickness: 0.2,
    });
}
