import type { Vec3 } from '@overlook/shared/maths';
import { column } from './assemblies/column.ts';
import { equipmentStructure } from './assemblies/equipment-structure.ts';
import { pipeRack, rackPipeHeight } from './assemblies/pipe-rack.ts';
import { pipeLine } from './assemblies/pipework.ts';
import { horizontalVessel, verticalVessel } from './assemblies/pressure-vessels.ts';
import { pumpedLine } from './assemblies/rotating.ts';
import type { Look, PlantBuilder } from './builder.ts';
import { PALETTE } from './palette.ts';
import { COLUMNS, DRUMS, RACK, STRUCTURE } from './ridgeway-layout.ts';

const paint = (colour: Look['colour']): Look => ({ material: 'paint', colour });

/** Unit 100: columns, their vessels and pumps, the pipe rack and the equipment structure. */
export function separation(builder: PlantBuilder, unit: number): void {
  const equipment = builder.group(unit, 'Unit 100 Equipment', 'Equipment');
  const piping = builder.group(unit, 'Unit 100 Pipework', 'Pipework');
  const structures = builder.group(unit, 'Unit 100 Structures', 'Structures');
  for (const it of COLUMNS) column(builder, equipment, it);
  for (const it of DRUMS) horizontalVessel(builder, equipment, it);
  verticalVessel(builder, equipment, 'V-106', 'Flash drum', [58, 17.5, 15], 1.1, 5, {
    material: 'cladding',
    colour: PALETTE.shellGrey,
  });
  pipeRack(builder, structures, piping, RACK);
  equipmentStructure(builder, structures, STRUCTURE);
  const lower = RACK.tiers[0]!;
  for (let i = 0; i < 8; i++) {
    const east = -16 + i * 8.4;
    const pipe = lower.pipes[(i * 2 + 1) % lower.pipes.length]!;
    const y = RACK.south + pipe.offset;
    const z = rackPipeHeight(lower, pipe) + 0.9;
    pumpedLine(builder, equipment, piping, {
      tag: `P-1${String(i + 1).padStart(2, '0')}`,
      service: pipe.service,
      east,
      north: -1,
      axisDeg: 90,
      to: [
        [east, y, z],
        [east, y, rackPipeHeight(lower, pipe) + pipe.radius],
      ],
    });
  }
  for (const [i, it] of DRUMS.slice(0, 5).entries()) {
    const [x, y, z] = it.centre;
    const points: Vec3[] = [
      [x, y - it.length * 0.2, z + it.radius + 0.45],
      [x, y - it.length * 0.2, 6.2],
      [x, -6.5 - i * 0.9, 6.2],
    ];
    pipeLine(builder, piping, {
      number: `P-12${String(i + 1).padStart(2, '0')}-6`,
      look: paint(i % 2 === 0 ? PALETTE.pipeGrey : PALETTE.pipeTeal),
      radius: 0.13,
      points,
    });
  }
}
