import { mkdir } from 'node:fs/promises';
import { llaFromEcef, enuFrame, utmFromLla, type Vec3 } from '@overlook/shared/maths';
import type { ExportCoordinates } from '@overlook/shared/config';
import { boxTest } from '@overlook/shared/points';
import type { ExportBox } from '@overlook/shared/schemas';
import type { FrameDescription } from '../../frame.ts';
import { openFrame } from '../../open-frame.ts';
import { type PointGrid, RECORD_BYTES } from '../../record.ts';
import { makeStore } from '../../testing/made-store.ts';
import { randomFrom, recordsAt } from '../../testing/random-records.ts';

const ORIGIN = { longitude: 9.1, latitude: 48.7, height: 300 };

/** Metres east, north and up of a place, at 1 mm. */
const FRAME: FrameDescription = {
  kind: 'local',
  name: 'Local coordinates',
  toEcef: Array.from(enuFrame(ORIGIN).ecefFromEnu as ArrayLike<number>),
  metresPerUnit: 1,
};

const GRID: PointGrid = { scale: [0.001, 0.001, 0.001], offset: [10, -20, 5] };

/** Side of the cube that the points are in, metres. */
const SIDE_M = 20;

/** A store of random points, and what is in it. */
export interface AStore {
  readonly folder: string;
  readonly records: Uint8Array;
  readonly grid: PointGrid;
}

/** Makes a store of so many points in a cube of 20 m. */
export async function aStore(folder: string, points: number): Promise<AStore> {
  await mkdir(folder, { recursive: true });
  const random = randomFrom(points);
  const place = () => Math.floor((random() - 0.5) * SIDE_M * 1000);
  const records = recordsAt(points, () => [place(), place(), place()], random);
  for (let at = 14; at < records.length; at += RECORD_BYTES) records[at] = 0x21;
  await makeStore(folder, { records, grid: GRID, frame: FRAME, densities: [0.001, 0.5], nodePoints: 2000 });
  return { folder, records, grid: GRID };
}

/** A box about the middle of the cube. */
export function aBox(size: Vec3, degrees = 0): ExportBox {
  const center = new Float64Array(3);
  openFrame(FRAME).toEcef([...GRID.offset], center);
  const [centerX, centerY, centerZ] = [...center] as Vec3;
  return { centerX, centerY, centerZ, sizeX: size[0], sizeY: size[1], sizeZ: size[2], degrees };
}

/** A point as tests compare it: coordinates in millimetres, 16 bits of intensity, 8 of each colour. */
export type PlainPoint = readonly [x: number, y: number, z: number, intensity: number, r: number, g: number, b: number];

const moved: Record<Exclude<ExportCoordinates, 'site'>, (ecef: Vec3) => Vec3> = {
  ecef: (ecef) => ecef,
  'EPSG:32632': (ecef) => {
    const lla = llaFromEcef(ecef);
    const { easting, northing } = utmFromLla(lla);
    return [easting, northing, lla.height];
  },
};

/** The points of a store in a box, each tested alone. */
export function pointsInBox({ records, grid }: AStore, box: ExportBox, coordinates: ExportCoordinates): PlainPoint[] {
  const frame = openFrame(FRAME);
  const { ecefToBox: m, half } = boxTest(box);
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  const ecef = new Float64Array(3);
  const found: PlainPoint[] = [];
  for (let at = 0; at < records.length; at += RECORD_BYTES) {
    const own = [0, 1, 2].map((axis) => view.getInt32(at + 4 * axis, true) * grid.scale[axis]! + grid.offset[axis]!);
    frame.toEcef(own, ecef);
    const isInside = [0, 1, 2].every(
      (row) =>
        Math.abs(m[row]! * ecef[0]! + m[4 + row]! * ecef[1]! + m[8 + row]! * ecef[2]! + m[12 + row]!) <= half[row]!,
    );
    if (!isInside) continue;
    const [x, y, z] =
      coordinates === 'site' ? (own as unknown as Vec3) : moved[coordinates]!([...ecef] as unknown as Vec3);
    const color = (channel: number) => view.getUint8(at + 31 + 2 * channel);
    found.push([x, y, z, view.getUint16(at + 12, true), color(0), color(1), color(2)]);
  }
  return found;
}
