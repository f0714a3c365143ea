import type { Vec3 } from '@overlook/shared/maths';
import { uprightFrame } from '../geometry/frame.ts';
import { box } from '../geometry/solids.ts';
import { flare } from './assemblies/flare.ts';
import { rackPipeHeight } from './assemblies/pipe-rack.ts';
import { pipeLine } from './assemblies/pipework.ts';
import { coolingTower } from './assemblies/rotating.ts';
import { LOOKS, type Look, type PlantBuilder } from './builder.ts';
import { PALETTE } from './palette.ts';
import { COOLING, FLARE, RACK } from './ridgeway-layout.ts';

const paint = (colour: Look['colour']): Look => ({ material: 'paint', colour });

/** Unit 300: the cooling tower and the flare with their lines. */
export function utilities(builder: PlantBuilder, unit: number): void {
  const equipment = builder.group(unit, 'Unit 300 Equipment', 'Equipment');
  const piping = builder.group(unit, 'Unit 300 Pipework', 'Pipework');
  coolingTower(builder, equipment, COOLING);
  flare(builder, equipment, FLARE);
  const header = RACK.tiers[1]!.pipes[6]!;
  const z = rackPipeHeight(RACK.tiers[1]!, header);
  const y = RACK.south + header.offset;
  const flareLine: Vec3[] = [
    [-18, y + 0.3, z],
    [-18, 20, z - 0.4],
    [-30, 50, z - 0.8],
    [-30, 64, z - 1],
    [FLARE.east + 5, FLARE.north - 3, 4.5],
    [FLARE.east, FLARE.north, 4.5],
  ];
  pipeLine(builder, piping, {
    number: 'P-3001-18',
    look: header.look,
    radius: 0.44,
    service: 'Flare',
    points: flareLine,
    longestStraight: 8,
  });
  flareLineSupports(builder, piping, flareLine);
  coolingLines(builder, piping);
}

function flareLineSupports(builder: PlantBuilder, piping: number, flareLine: readonly Vec3[]): void {
  const supports = builder.group(piping, 'P-3001-18 Supports', 'Supports');
  for (const [i, [a, b, share]] of (
    [
      [1, 2, 0.05],
      [1, 2, 0.5],
      [2, 3, 0.05],
      [3, 4, 0.2],
      [3, 4, 0.5],
      [3, 4, 0.8],
    ] as const
  ).entries()) {
    const [from, to] = [flareLine[a]!, flareLine[b]!];
    const at = uprightFrame([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, 0]);
    const height = from[2] + (to[2] - from[2]) * share - 0.44;
    builder.object(
      supports,
      { name: `P-3001-18 Support ${i + 1}`, kind: 'Pipe support', discipline: 'structure' },
      {
        ...LOOKS.steel,
        patches: [
          ...box(at, [-0.15, -0.15, 0], [0.15, 0.15, height]),
          ...box(at, [-0.7, -0.12, height - 0.2], [0.7, 0.12, height]),
        ],
        thickness: 0.3,
      },
    );
  }
}

/** Three lines from the cooling tower to the units. */
function coolingLines(builder: PlantBuilder, piping: number): void {
  for (const [i, x] of [-12, 0, 12].entries()) {
    const points: Vec3[] = [
      [x, COOLING.south - 0.6, 1.4],
      [x, 65, 1.4],
      [x, 65, 4.9],
      [x, 52, 4.9],
      [x, 52, 1.2],
      [x, 38.5, 1.2],
    ];
    pipeLine(builder, piping, {
      number: `P-310${i + 1}-14`,
      look: paint(PALETTE.pipeTeal),
      radius: 0.35,
      service: 'Cooling water',
      points,
    });
  }
}
