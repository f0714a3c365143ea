import type { Vec3 } from '@overlook/shared/maths';
import { uprightFrame } from '../geometry/frame.ts';
import { box } from '../geometry/solids.ts';
import { gratedFloor, stairFlight } from './assemblies/access.ts';
import { building } from './assemblies/buildings.ts';
import { column } from './assemblies/column.ts';
import { equipmentStructure } from './assemblies/equipment-structure.ts';
import { flare } from './assemblies/flare.ts';
import { gateValve } from './assemblies/nozzle.ts';
import { pipeRack, rackPipeHeight } from './assemblies/pipe-rack.ts';
import { pipeLine } from './assemblies/pipework.ts';
import { horizontalVessel, sphere, verticalVessel } from './assemblies/pressure-vessels.ts';
import { lineRailing } from './assemblies/railing.ts';
import { coolingTower, pumpedLine } from './assemblies/rotating.ts';
import { storageTank } from './assemblies/storage-tank.ts';
import { vegetation } from './assemblies/vegetation.ts';
import { bundWall, container, fence, lightPole, pickup } from './assemblies/yard.ts';
import { LOOKS, type Look, PlantBuilder } from './builder.ts';
import { lookAt } from './home-pose.ts';
import { PALETTE } from './palette.ts';
import {
  BUILDINGS,
  BULLETS,
  BUND,
  COLUMNS,
  COOLING,
  DRUMS,
  FLARE,
  GROUND,
  RACK,
  SPHERES,
  STRUCTURE,
  TANKS,
} from './ridgeway-layout.ts';
import type { PlantDescription } from './types.ts';

const paint = (colour: Look['colour']): Look => ({ material: 'paint', colour });

/** The demo plant: a gas-processing site of about 260 m by 220 m on a sand plain. */
export function ridgeway(): PlantDescription {
  const builder = new PlantBuilder();
  const terrain = { seed: 20261, halfExtent: 512, levelHalfWidth: 150, levelHalfDepth: 130 };
  const plant = builder.group(null, 'Ridgeway Gas Plant', 'Site');
  separation(builder, builder.group(plant, 'Unit 100 Separation', 'Unit', ['U-100']));
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
  return {
    slug: 'ridgeway',
    name: 'Ridgeway Gas Plant',
    description: 'A made-up gas plant on a sand plain: columns, tanks, spheres, a pipe rack and a flare.',
    origin: { longitude: 138.4932, latitude: -35.0789, height: 30 },
    homePose: lookAt([-32, -118, 57], [7, 0, 4]),
    layers: ['textured', 'shaded', 'points', 'cad'],
    scannedHalfExtent: 256,
    ...terrain,
    ground: GROUND,
    nodes: builder.nodes,
    parts: builder.parts,
  };
}

function separation(builder: PlantBuilder, unit: number): void {
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

function storage(builder: PlantBuilder, unit: number): void {
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

function utilities(builder: PlantBuilder, unit: number): void {
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

function infrastructure(builder: PlantBuilder, parent: number): void {
  const buildings = builder.group(parent, 'Buildings', 'Buildings');
  for (const it of BUILDINGS) building(builder, buildings, it);
  const lights = builder.group(parent, 'Lighting', 'Lighting');
  let index = 0;
  for (let x = -105; x <= 125; x += 26) lightPole(builder, lights, ++index, x, -43.6, -90);
  for (let x = -95; x <= 120; x += 36) lightPole(builder, lights, ++index, x, 63.6, -90);
  for (const y of [-98, -74, -22, 2, 26, 46]) lightPole(builder, lights, ++index, 76.4, y, 180);
  const yard = builder.group(parent, 'Container yard', 'Yard');
  const colours = [
    PALETTE.containerRed,
    PALETTE.containerBlue,
    PALETTE.containerGreen,
    PALETTE.containerOrange,
    PALETTE.containerBlue,
    PALETTE.containerRed,
  ];
  colours.forEach((colour, i) =>
    container(
      builder,
      yard,
      `Container ${i + 1}`,
      [-116 + (i % 3) * 0.15, -74 - Math.floor(i / 2) * 3.4, (i % 2) * 2.6],
      0,
      colour,
    ),
  );
  const pads = builder.group(parent, 'Plot plan', 'Plot plan');
  for (const area of GROUND) {
    if (area.kind === 'gravel') continue;
    const slab = box(
      uprightFrame([0, 0, 0]),
      [area.west, area.south, -0.2],
      [area.east, area.north, area.kind === 'road' ? -0.05 : -0.01],
      'tnesw',
    );
    builder.object(
      pads,
      { name: area.name, kind: 'Slab', discipline: 'civil' },
      {
        ...LOOKS.concrete,
        patches: slab,
        thickness: 8,
        layers: 'cad',
        cadColour: area.kind === 'road' ? [64, 68, 74] : [86, 92, 100],
      },
    );
  }
  fence(
    builder,
    parent,
    [
      [-134, -116, 0],
      [134, -116, 0],
      [134, 112, 0],
      [-134, 112, 0],
    ],
    [
      [-134, -50, 0],
      [134, -50, 0],
    ],
  );
}
