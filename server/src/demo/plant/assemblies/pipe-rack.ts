import type { Vec3 } from '@overlook/shared/maths';
import { uprightFrame } from '../../geometry/frame.ts';
import { bar, box, iBeam } from '../../geometry/solids.ts';
import { LOOKS, type Look, type PlantBuilder } from '../builder.ts';
import { pipeLine } from './pipework.ts';

/** A pipe rack running east: portals every `bay` metres carrying pipes on tiers of beams. Metres. */
export interface PipeRack {
  readonly tag: string;
  readonly west: number;
  readonly east: number;
  /** Southern and northern leg lines. */
  readonly south: number;
  readonly north: number;
  readonly bays: number;
  readonly tiers: readonly RackTier[];
}

export interface RackTier {
  /** Top of steel above ground: pipes rest on shoes above it. */
  readonly top: number;
  readonly pipes: readonly RackPipe[];
}

export interface RackPipe {
  readonly number: string;
  readonly service: string;
  /** Distance north of the southern leg line. */
  readonly offset: number;
  readonly radius: number;
  readonly look: Look;
}

/** Height of a pipe shoe. */
const SHOE = 0.1;

/** Centre line height of a rack pipe. */
export const rackPipeHeight = (tier: RackTier, pipe: RackPipe): number => tier.top + SHOE + pipe.radius;

export function pipeRack(builder: PlantBuilder, structureId: number, pipingId: number, rack: PipeRack): void {
  const steel = builder.group(structureId, `${rack.tag} Steelwork`, 'Pipe rack', [rack.tag]);
  const bay = (rack.east - rack.west) / rack.bays;
  const crown = Math.max(...rack.tiers.map((tier) => tier.top));
  for (let i = 0; i <= rack.bays; i++) portal(builder, steel, rack, i, rack.west + i * bay, crown);
  for (let i = 0; i < rack.bays; i++) longitudinals(builder, steel, rack, i, rack.west + i * bay, bay, crown);
  for (const tier of rack.tiers) {
    for (const pipe of tier.pipes) {
      const z = rackPipeHeight(tier, pipe);
      const y = rack.south + pipe.offset;
      const points: Vec3[] = [
        [rack.west - 1.5, y, z],
        [rack.east + 1.5, y, z],
      ];
      pipeLine(builder, pipingId, { ...pipe, points, longestStraight: bay });
      const shoes = builder.group(steel, `${rack.tag} Shoes of ${pipe.number}`, 'Supports');
      for (let i = 0; i <= rack.bays; i++) {
        const foot = uprightFrame([rack.west + i * bay, y, tier.top]);
        builder.object(
          shoes,
          { name: `${pipe.number} Shoe ${i + 1}`, kind: 'Shoe', discipline: 'structure' },
          {
            ...LOOKS.steel,
            patches: box(
              foot,
              [-0.12, -pipe.radius * 0.5, 0],
              [0.12, pipe.radius * 0.5, SHOE + pipe.radius * 0.3],
              'nesw',
            ),
            thickness: 0.06,
          },
        );
      }
    }
  }
}

function portal(builder: PlantBuilder, parentId: number, rack: PipeRack, i: number, x: number, crown: number): void {
  const group = builder.group(parentId, `${rack.tag} Portal ${i + 1}`, 'Portal');
  for (const [name, y] of [
    ['South', rack.south],
    ['North', rack.north],
  ] as const) {
    const foot = uprightFrame([x, y, 0]);
    builder.object(
      group,
      { name: `${rack.tag} ${name} footing ${i + 1}`, kind: 'Footing', discipline: 'civil' },
      { ...LOOKS.concrete, patches: box(foot, [-0.45, -0.45, 0], [0.45, 0.45, 0.35], 'tnesw'), thickness: 0.35 },
    );
    const [a, b]: [Vec3, Vec3] = [
      [x, y, 0.35],
      [x, y, crown],
    ];
    builder.object(
      group,
      {
        name: `${rack.tag} ${name} leg ${i + 1}`,
        kind: 'Column section',
        discipline: 'structure',
        design: { 'Height (m)': crown },
      },
      { ...LOOKS.steel, patches: iBeam(a, b, 0.3, 0.3), coarse: bar(a, b, 0.28, 0.28), thickness: 0.3 },
    );
  }
  for (const [k, tier] of rack.tiers.entries()) {
    const [a, b]: [Vec3, Vec3] = [
      [x, rack.south - 0.5, tier.top - 0.17],
      [x, rack.north + 0.5, tier.top - 0.17],
    ];
    builder.object(
      group,
      { name: `${rack.tag} Beam ${i + 1}.${k + 1}`, kind: 'Beam', discipline: 'structure' },
      { ...LOOKS.steel, patches: iBeam(a, b, 0.2, 0.34), coarse: bar(a, b, 0.18, 0.32), thickness: 0.3 },
    );
  }
}

function longitudinals(
  builder: PlantBuilder,
  parentId: number,
  rack: PipeRack,
  i: number,
  x: number,
  bay: number,
  crown: number,
): void {
  const group = builder.group(parentId, `${rack.tag} Bay ${i + 1}`, 'Bay');
  for (const [side, y] of [
    ['South', rack.south],
    ['North', rack.north],
  ] as const) {
    for (const [k, tier] of rack.tiers.entries()) {
      const z = tier.top - 0.75;
      const [a, b]: [Vec3, Vec3] = [
        [x + 0.15, y, z],
        [x + bay - 0.15, y, z],
      ];
      builder.object(
        group,
        { name: `${rack.tag} ${side} strut ${i + 1}.${k + 1}`, kind: 'Strut', discipline: 'structure' },
        { ...LOOKS.steel, patches: iBeam(a, b, 0.16, 0.22), coarse: bar(a, b, 0.16, 0.22), thickness: 0.2 },
      );
    }
    if (i % 4 === 1) {
      const patches = [
        ...bar([x, y, 0.5], [x + bay, y, crown - 1], 0.1, 0.1),
        ...bar([x + bay, y, 0.5], [x, y, crown - 1], 0.1, 0.1),
      ];
      builder.object(
        group,
        { name: `${rack.tag} ${side} bracing ${i + 1}`, kind: 'Bracing', discipline: 'structure' },
        { ...LOOKS.steel, patches, thickness: 0.1 },
      );
    }
  }
  const y = rack.north - 0.7;
  const tray = uprightFrame([x, y, crown + 1.3]);
  const spec = { name: `${rack.tag} Cable tray ${i + 1}`, kind: 'Cable tray', discipline: 'electrical' as const };
  const posts = bar([x, y, crown], [x, y, crown + 1.3], 0.08, 0.08);
  builder.object(group, spec, {
    ...LOOKS.galvanised,
    patches: [...box(tray, [0, -0.3, 0], [bay, 0.3, 0.1]), ...posts],
    thickness: 0.25,
  });
}
