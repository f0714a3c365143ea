import type { Vec3 } from '@overlook/shared/maths';
import { building } from './assemblies/buildings.ts';
import { gateValve } from './assemblies/nozzle.ts';
import { pipeLine } from './assemblies/pipework.ts';
import { pumpedLine } from './assemblies/rotating.ts';
import { type StorageTank, storageTank } from './assemblies/storage-tank.ts';
import { vegetation } from './assemblies/vegetation.ts';
import { bundWall, lightPole, pickup } from './assemblies/yard.ts';
import { PlantBuilder } from './builder.ts';
import { lookAt } from './home-pose.ts';
import { PALETTE } from './palette.ts';
import type { GroundArea, PlantDescription } from './types.ts';

const BUND: GroundArea = { kind: 'bund', name: 'Tank farm', west: -52, south: -14, east: 52, north: 34 };
const GROUND: readonly GroundArea[] = [
  { kind: 'gravel', name: 'Yard', west: -58, south: -52, east: 58, north: 40 },
  BUND,
  { kind: 'concrete', name: 'Pump slab', west: -30, south: -30, east: 12, north: -18 },
  { kind: 'concrete', name: 'Office apron', west: 18, south: -36, east: 54, north: -18 },
  { kind: 'road', name: 'Quay road', west: -160, south: -48, east: 160, north: -40 },
];

const tank = (
  tag: string,
  service: string,
  east: number,
  band: StorageTank['band'],
  bandName: string,
): StorageTank => ({
  tag,
  service,
  east,
  north: 10,
  radius: 12,
  height: 13,
  band,
  bandName,
  labelDeg: -90,
  stairDeg: 200,
});
const TANKS: readonly StorageTank[] = [
  tank('T-401', 'Diesel', -34, PALETTE.pipeGreen, 'green'),
  tank('T-402', 'Diesel', 0, PALETTE.pipeGreen, 'green'),
  tank('T-403', 'Jet fuel', 34, PALETTE.bandBlue, 'blue'),
];

/** The second demo site: three tanks and a pump slab beside a road, seven kilometres from the plant. */
export function harbourTankFarm(): PlantDescription {
  const builder = new PlantBuilder();
  const terrain = { seed: 40404, halfExtent: 256, levelHalfWidth: 80, levelHalfDepth: 64 };
  const farm = builder.group(null, 'Harbour Tank Farm', 'Site');
  const equipment = builder.group(farm, 'Unit 400 Equipment', 'Equipment');
  const piping = builder.group(farm, 'Unit 400 Pipework', 'Pipework');
  for (const it of TANKS) storageTank(builder, equipment, it);
  bundWall(builder, farm, 'Tank farm bund', BUND, 1.3);
  tankLines(builder, equipment, piping);
  building(builder, farm, {
    tag: 'B-41',
    service: 'Harbour office',
    west: 24,
    south: -32,
    width: 24,
    depth: 10,
    height: 4.6,
    kind: 'office',
    wall: PALETTE.wallSand,
  });
  for (let i = 0; i < 5; i++) lightPole(builder, farm, i + 1, -56 + i * 28, -38.6, -90);
  pickup(builder, 21, -22, 90, PALETTE.white);
  vegetation(builder, terrain, GROUND, 60);
  return {
    slug: 'harbour-tank-farm',
    name: 'Harbour Tank Farm',
    description: 'Three fuel tanks and a pump slab near the harbour.',
    origin: { longitude: 138.5331, latitude: -35.0242, height: 12 },
    homePose: lookAt([-29, -70, 33], [0, 0, 4]),
    places: [],
    photos: [],
    layers: ['textured', 'points'],
    scannedHalfExtent: 128,
    ...terrain,
    ground: GROUND,
    nodes: builder.nodes,
    parts: builder.parts,
  };
}

/** A line from each tank to the slab, and the pump there. */
function tankLines(builder: PlantBuilder, equipment: number, piping: number): void {
  TANKS.forEach((it, i) => {
    const points: Vec3[] = [
      [it.east, it.north - it.radius - 0.1, 1.2],
      [it.east, -17, 1.2],
      [it.east, -17, 2.4],
      [it.east, -20.5 - i * 0.8, 2.4],
      [-24 + i * 14, -20.5 - i * 0.8, 2.4],
    ];
    pipeLine(builder, piping, {
      number: `P-400${i + 1}-10`,
      look: { material: 'paint', colour: i < 2 ? PALETTE.pipeGrey : PALETTE.pipeTeal },
      radius: 0.25,
      service: it.service,
      points,
    });
    gateValve(builder, piping, `XV-400${i + 1}`, [it.east, -6, 1.2], [0, 1, 0], [0, 0, 1], 0.27);
  });
  for (let i = 0; i < 3; i++) {
    const east = -24 + i * 14;
    pumpedLine(builder, equipment, piping, {
      tag: `P-40${i + 1}`,
      service: TANKS[i]!.service,
      east,
      north: -25,
      axisDeg: 90,
      to: [
        [east, -20, 4.2],
        [east, -20, 2.7],
      ],
    });
  }
}
