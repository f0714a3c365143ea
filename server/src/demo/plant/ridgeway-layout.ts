import type { Column } from './assemblies/column.ts';
import type { PipeRack, RackPipe } from './assemblies/pipe-rack.ts';
import type { HorizontalVessel, Sphere } from './assemblies/pressure-vessels.ts';
import type { CoolingTower } from './assemblies/rotating.ts';
import type { StorageTank } from './assemblies/storage-tank.ts';
import type { EquipmentStructure } from './assemblies/equipment-structure.ts';
import type { Flare } from './assemblies/flare.ts';
import type { Look } from './builder.ts';
import { PALETTE } from './palette.ts';
import type { Rgb } from './types.ts';

/** Equipment of Ridgeway Gas Plant in numbers: ENU metres from the site's origin, angles in degrees counter-clockwise from east. */

const paint = (colour: Rgb, cadColour?: Rgb): Look => ({ material: 'paint', colour, ...(cadColour && { cadColour }) });
const clad = (colour: Rgb, cadColour?: Rgb): Look => ({
  material: 'cladding',
  colour,
  ...(cadColour && { cadColour }),
});

const CAD = {
  green: [84, 186, 122],
  blue: [84, 150, 226],
  red: [218, 78, 62],
  violet: [206, 122, 196],
  grey: [206, 206, 200],
} satisfies Record<string, Rgb>;

export const TANKS: readonly StorageTank[] = [
  {
    tag: 'T-101',
    service: 'Condensate',
    east: -88,
    north: -18,
    radius: 14,
    height: 14,
    band: PALETTE.bandBlue,
    bandName: 'blue',
    labelDeg: -62,
    stairDeg: 215,
  },
  {
    tag: 'T-102',
    service: 'Condensate',
    east: -88,
    north: 17,
    radius: 14,
    height: 14,
    band: PALETTE.bandBlue,
    bandName: 'blue',
    labelDeg: -62,
    stairDeg: 225,
  },
  {
    tag: 'T-103',
    service: 'Slops',
    east: -54,
    north: -15,
    radius: 9.5,
    height: 13,
    band: PALETTE.bandRed,
    bandName: 'red',
    labelDeg: -66,
    stairDeg: -25,
  },
  {
    tag: 'T-104',
    service: 'Methanol',
    east: -54,
    north: 15,
    radius: 9.5,
    height: 13,
    band: PALETTE.bandRed,
    bandName: 'red',
    labelDeg: -66,
    stairDeg: -20,
  },
];

/** Overhead lines run above the rack and drop into the upper tier's pipe at this distance from the southern legs. */
const over = (east: number, offset: number): [number, number, number][] => [
  [east, 2, 9.4],
  [east, -15 + offset, 9.4],
  [east, -15 + offset, 8],
];

export const COLUMNS: readonly Column[] = [
  {
    tag: 'C-101',
    service: 'Deethaniser',
    east: 2,
    north: 17,
    radius: 3,
    height: 31,
    colour: PALETTE.shellGrey,
    cadColour: CAD.grey,
    platforms: [6, 13, 20, 26.5],
    ladderDeg: -50,
    overhead: {
      deg: 185,
      radius: 0.42,
      look: clad(PALETTE.pipeSilver, CAD.green),
      to: over(-1.9, 3.1),
    },
  },
  {
    tag: 'C-102',
    service: 'Depropaniser',
    east: 14.5,
    north: 20,
    radius: 2.5,
    height: 42,
    colour: PALETTE.shellGrey,
    cadColour: CAD.green,
    platforms: [7, 14, 21, 28, 35],
    ladderDeg: -40,
    overhead: {
      deg: 190,
      radius: 0.45,
      look: paint(PALETTE.pipeTeal, CAD.blue),
      to: over(11.3, 1.8),
    },
  },
  {
    tag: 'C-103',
    service: 'Stabiliser',
    east: 28,
    north: 17,
    radius: 3.2,
    height: 24,
    colour: PALETTE.shellWarm,
    cadColour: CAD.grey,
    platforms: [5.5, 12, 18.5],
    ladderDeg: -60,
    overhead: {
      deg: 190,
      radius: 0.36,
      look: clad(PALETTE.pipeSilver, CAD.green),
      to: over(23.7, 3.1),
    },
  },
  {
    tag: 'C-104',
    service: 'Debutaniser',
    east: 39.5,
    north: 20,
    radius: 1.8,
    height: 32,
    colour: PALETTE.shellGrey,
    cadColour: CAD.green,
    platforms: [6, 13, 20, 27],
    ladderDeg: -35,
    overhead: {
      deg: 195,
      radius: 0.38,
      look: paint(PALETTE.pipeTeal, CAD.blue),
      to: over(36.9, 0.7),
    },
  },
];

const pipe = (number: string, service: string, offset: number, radius: number, look: Look): RackPipe => ({
  number,
  service,
  offset,
  radius,
  look,
});

export const RACK: PipeRack = {
  tag: 'PR-1',
  west: -24,
  east: 60,
  south: -15,
  north: -5.5,
  bays: 14,
  tiers: [
    {
      top: 5,
      pipes: [
        pipe('P-1001-12', 'Cooling water supply', 0.8, 0.32, paint(PALETTE.pipeTeal, CAD.blue)),
        pipe('P-1002-12', 'Cooling water return', 1.9, 0.32, paint(PALETTE.pipeTeal, CAD.blue)),
        pipe('P-1003-8', 'Condensate', 3, 0.22, clad(PALETTE.pipeSilver, CAD.green)),
        pipe('P-1004-8', 'Reflux', 3.9, 0.22, paint(PALETTE.pipeGrey, CAD.green)),
        pipe('P-1005-6', 'Fire water', 4.8, 0.17, paint(PALETTE.pipeRed, CAD.red)),
        pipe('P-1006-10', 'Wet gas', 5.8, 0.27, paint(PALETTE.pipeBrown, CAD.violet)),
        pipe('P-1007-6', 'Instrument air', 6.8, 0.15, paint(PALETTE.pipeGrey)),
        pipe('P-1008-8', 'Nitrogen', 7.7, 0.2, clad(PALETTE.aluminium)),
        pipe('P-1009-4', 'Potable water', 8.5, 0.11, paint(PALETTE.pipeGreen, CAD.green)),
      ],
    },
    {
      top: 7.4,
      pipes: [
        pipe('P-1101-10', 'Butane product', 0.7, 0.27, paint(PALETTE.pipeGrey, CAD.green)),
        pipe('P-1102-10', 'Propane product', 1.8, 0.27, paint(PALETTE.pipeTeal, CAD.blue)),
        pipe('P-1103-12', 'Residue gas', 3.1, 0.32, clad(PALETTE.pipeSilver, CAD.green)),
        pipe('P-1104-12', 'Fire water main', 4.4, 0.32, paint(PALETTE.pipeRed, CAD.red)),
        pipe('P-1105-8', 'Low pressure steam', 5.6, 0.25, clad(PALETTE.aluminium)),
        pipe('P-1106-6', 'Steam condensate', 6.5, 0.16, clad(PALETTE.pipeSilver)),
        pipe('P-1107-18', 'Flare header', 8, 0.46, paint(PALETTE.pipeBrown, CAD.violet)),
      ],
    },
  ],
};

export const SPHERES: readonly Sphere[] = [
  { tag: 'S-201', service: 'Propane', east: 93, north: 12, radius: 7.5, centreHeight: 10.5 },
  { tag: 'S-202', service: 'Propane', east: 113, north: 12, radius: 7.5, centreHeight: 10.5 },
  { tag: 'S-203', service: 'Butane', east: 93, north: 33, radius: 7.5, centreHeight: 10.5 },
  { tag: 'S-204', service: 'Butane', east: 113, north: 33, radius: 7.5, centreHeight: 10.5 },
];

const bullet = (tag: string, east: number): HorizontalVessel => ({
  tag,
  service: 'LPG storage',
  kind: 'Bullet',
  centre: [east, -79, 4.2],
  axisDeg: 90,
  radius: 3,
  length: 24,
  floor: 0,
  look: paint(PALETTE.sphereWhite),
});
export const BULLETS: readonly HorizontalVessel[] = [
  bullet('V-301', 9),
  bullet('V-302', 18.5),
  bullet('V-303', 28),
  bullet('V-304', 37.5),
];

const drum = (
  tag: string,
  service: string,
  kind: 'Drum' | 'Exchanger',
  centre: [number, number, number],
  axisDeg: number,
  radius: number,
  length: number,
  floor: number,
  look: Look,
): HorizontalVessel => ({ tag, service, kind, centre, axisDeg, radius, length, floor, look });
export const DRUMS: readonly HorizontalVessel[] = [
  drum('V-101', 'Reflux drum', 'Drum', [-13, 8, 2.6], 90, 1.35, 6.5, 0, clad(PALETTE.aluminium)),
  drum('V-102', 'Reflux drum', 'Drum', [-7.5, 8, 2.6], 90, 1.35, 6.5, 0, paint(PALETTE.vesselSage)),
  drum('E-101', 'Reboiler', 'Exchanger', [7.8, 10, 2.2], 90, 0.95, 6, 0, clad(PALETTE.pipeSilver, CAD.violet)),
  drum('E-102', 'Reboiler', 'Exchanger', [20.6, 10, 2.2], 90, 0.95, 6, 0, paint(PALETTE.vesselSage)),
  drum('E-103', 'Reboiler', 'Exchanger', [34, 10, 2.2], 90, 0.95, 6, 0, clad(PALETTE.aluminium, CAD.violet)),
  drum('V-103', 'Feed surge drum', 'Drum', [-14, 31, 3.1], 0, 1.8, 9, 0, paint(PALETTE.vesselSage)),
  drum('E-104', 'Condenser', 'Exchanger', [53, 17.5, 6.9], 0, 0.9, 6, 5, paint(PALETTE.vesselSage)),
  drum('E-105', 'Condenser', 'Exchanger', [53, 22, 6.9], 0, 0.9, 6, 5, clad(PALETTE.aluminium, CAD.violet)),
  drum('E-106', 'Trim cooler', 'Exchanger', [53, 26, 6.9], 0, 0.9, 6, 5, paint(PALETTE.pipeTeal)),
  drum('V-104', 'Accumulator', 'Drum', [53, 19, 12.4], 0, 1.3, 6.5, 10, paint(PALETTE.vesselSage)),
  drum('V-105', 'Accumulator', 'Drum', [53, 25, 12.4], 0, 1.3, 6.5, 10, clad(PALETTE.pipeSilver, CAD.violet)),
];

export const STRUCTURE: EquipmentStructure = {
  tag: 'ST-1',
  west: 47,
  south: 14,
  baysEast: 2,
  baysNorth: 2,
  bay: 7,
  floors: [5, 10, 15],
};

export const COOLING: CoolingTower = { tag: 'CT-1', west: -24, south: 72, cells: 4, cell: 12, height: 11 };

export const FLARE: Flare = { tag: 'FL-1', east: -62, north: 84, height: 66, radius: 1.15, guyReach: 34 };
