import type { Vec3 } from '@overlook/shared/maths';
import { uprightFrame } from '../geometry/frame.ts';
import { box } from '../geometry/solids.ts';
import { gratedFloor, stairFlight } from './assemblies/access.ts';
import { gateValve } from './assemblies/nozzle.ts';
import { rackPipeHeight } from './assemblies/pipe-rack.ts';
import { pipeLine } from './assemblies/pipework.ts';
import { horizontalVessel, sphere } from './assemblies/pressure-vessels.ts';
import { lineRailing } from './assemblies/railing.ts';
import { storageTank } from './assemblies/storage-tank.ts';
import { bundWall } from './assemblies/yard.ts';
import { LOOKS, type Look, type PlantBuilder } from './builder.ts';
import { PALETTE } from './palette.ts';
import { BUND } from './ridgeway-grounds.ts';
import { BULLETS, RACK, SPHERES, TANKS } from './ridgeway-layout.ts';

const paint = (colour: Look['colour']): Look => ({ material: 'paint', colour });

/** Unit 200: tanks, spheres and bullets, and the lines that join them to the rack. */
export function storage(builder: PlantBuilder, unit: number): void {
  const equipment = builder.group(unit, 'Unit 200 Equipment', 'Equipment');
  const piping = builder.group(unit, 'Unit 200 Pipework', 'Pipework');
  for (const it of TANKS) storageTank(builder, equipment, it);
  for (const it of SPHERES) sphere(builder, equipment, it);
  for (const it of BULLETS) horizontalVessel(builder, equipment, it);
  bulletWalkway(builder, equipment);
  bundWall(builder, unit, 'Tank farm bund', BUND, 1.3);
  const upper = RACK.tiers[1]!;
  const west = RACK.west - 1.5;
  const [red, silver, teal] = [upper.pipes[3]!, upper.pipes[2]!, upper.pipes[1]!];
  const joins = [
    { tank: TANKS[2]!, pipe: red, number: 'P-2003-12', offset: 3 },
    { tank: TANKS[0]!, pipe: silver, number: 'P-2001-12', offset: 4.5 },
    { tank: TANKS[3]!, pipe: teal, number: 'P-2004-10', offset: 6 },
  ];
  for (const { tank, pipe, number, offset } of joins) {
    const y = RACK.south + pipe.offset;
    const z = rackPipeHeight(upper, pipe);
    const x = west - offset;
    const deg = Math.atan2(y - tank.north, x - tank.east);
    const shell: Vec3 = [
      tank.east + (tank.radius + 0.1) * Math.cos(deg),
      tank.north + (tank.radius + 0.1) * Math.sin(deg),
      1.1,
    ];
    const points: Vec3[] = [shell, [x, shell[1], 1.1], [x, y, 1.1], [x, y, z], [west, y, z]];
    const flat = Math.abs(shell[1] - y) < 1 ? points.filter((_, i) => i !== 1) : points;
    pipeLine(builder, piping, { number, look: pipe.look, radius: pipe.radius, service: tank.service, points: flat });
    gateValve(builder, piping, `XV-${number.slice(2, 6)}`, [x, y, 3.6], [0, 0, 1], [0, -1, 0], pipe.radius);
  }
  for (const [i, it] of SPHERES.entries()) {
    const y = it.north < 20 ? 4 : 24;
    const points: Vec3[] = [
      [it.east, it.north, it.centreHeight - it.radius + 0.05],
      [it.east, it.north, 1],
      [it.east, y, 1],
      [78 - (i % 2) * 1.2, y, 1],
      [78 - (i % 2) * 1.2, -8 - (i % 2), 1],
      [78 - (i % 2) * 1.2, -8 - (i % 2), 6.4 + i * 0.5],
      [61.5, -8 - (i % 2), 6.4 + i * 0.5],
    ];
    pipeLine(builder, piping, {
      number: `P-210${i + 1}-8`,
      look: paint(i < 2 ? PALETTE.pipeTeal : PALETTE.pipeGrey),
      radius: 0.18,
      service: it.service,
      points,
    });
    gateValve(builder, piping, `XV-210${i + 1}`, [it.east, it.north, 1.9], [0, 0, 1], [1, 0, 0], 0.2);
  }
}

/** A grated walkway over the four bullets with a stair at its eastern end. */
function bulletWalkway(builder: PlantBuilder, parent: number): void {
  const group = builder.group(parent, 'Bullet walkway', 'Walkway');
  const frame = uprightFrame([0, 0, 0]);
  const [west, east, south, north, z] = [4, 42, -80.7, -79.3, 8.1];
  builder.object(
    group,
    { name: 'Bullet walkway floor', kind: 'Grating', discipline: 'access' },
    { ...LOOKS.grating, patches: gratedFloor(frame, west, south, east, north, z), thickness: 0.6 },
  );
  lineRailing(builder, group, 'Bullet walkway south railing', [
    [west, south, z],
    [east, south, z],
  ]);
  lineRailing(builder, group, 'Bullet walkway north railing', [
    [east, north, z],
    [west, north, z],
    [west, south, z],
  ]);
  stairFlight(builder, group, 'Bullet walkway stair', [east + 7.5, -80, 0], [east, -80, z], 1.1);
  for (const [i, it] of BULLETS.entries()) {
    const stand = uprightFrame([it.centre[0], -80, 0]);
    builder.object(
      group,
      { name: `Bullet walkway stand ${i + 1}`, kind: 'Stand', discipline: 'structure' },
      {
        ...LOOKS.steel,
        patches: box(stand, [-0.12, -0.5, it.centre[2] + it.radius * 0.97], [0.12, 0.5, z - 0.05]),
        thickness: 0.3,
      },
    );
  }
}
