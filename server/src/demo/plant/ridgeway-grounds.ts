import type { Building } from './assemblies/buildings.ts';
import { PALETTE } from './palette.ts';
import type { GroundArea } from './types.ts';

/** Buildings and grounds of Ridgeway Gas Plant in numbers: ENU metres from the site's origin, angles in degrees counter-clockwise from east. */

export const BUILDINGS: readonly Building[] = [
  {
    tag: 'B-1',
    service: 'Workshop',
    west: -62,
    south: -106,
    width: 44,
    depth: 30,
    height: 8.5,
    kind: 'shed',
    wall: PALETTE.wallBlue,
  },
  {
    tag: 'B-2',
    service: 'Warehouse',
    west: 84,
    south: -104,
    width: 40,
    depth: 26,
    height: 8,
    kind: 'shed',
    wall: PALETTE.wallSand,
  },
  {
    tag: 'B-3',
    service: 'Control room',
    west: 84,
    south: -38,
    width: 34,
    depth: 15,
    height: 7.4,
    kind: 'office',
    wall: PALETTE.wallSand,
  },
  {
    tag: 'B-4',
    service: 'Substation',
    west: 84,
    south: 68,
    width: 20,
    depth: 10,
    height: 5,
    kind: 'office',
    wall: PALETTE.wallGrey,
  },
  {
    tag: 'B-5',
    service: 'Pump house',
    west: 36,
    south: 74,
    width: 18,
    depth: 10,
    height: 5,
    kind: 'shed',
    wall: PALETTE.wallGrey,
  },
];

const area = (
  kind: GroundArea['kind'],
  name: string,
  west: number,
  south: number,
  east: number,
  north: number,
): GroundArea => ({ kind, name, west, south, east, north });

export const BUND: GroundArea = area('bund', 'Tank farm', -108, -38, -40, 36);

/** Drawn in order: gravel, then pads, then the roads over all. */
export const GROUND: readonly GroundArea[] = [
  area('gravel', 'Process area', -30, -26, 70, 54),
  area('gravel', 'Yard', -70, -112, 60, -54),
  area('concrete', 'Process pad', -19, 3, 62, 38),
  area('concrete', 'Rack pad', -26, -17, 62, -3),
  BUND,
  area('concrete', 'Sphere pad', 81, 0, 125, 45),
  area('concrete', 'Bullet pad', -2, -100, 49, -58),
  area('concrete', 'Workshop apron', -66, -110, -8, -58),
  area('concrete', 'Warehouse apron', 80, -108, 128, -60),
  area('concrete', 'Control room forecourt', 80, -42, 122, -8),
  area('concrete', 'Cooling tower pad', -28, 67, 58, 90),
  area('concrete', 'Substation pad', 80, 64, 108, 82),
  area('concrete', 'Flare pad', -67, 79, -57, 89),
  area('road', 'South road', -190, -54, 190, -45),
  area('road', 'North road', -128, 54, 136, 62),
  area('road', 'East road', 66, -112, 75, 62),
  area('road', 'West road', -128, -54, -120, 62),
];
