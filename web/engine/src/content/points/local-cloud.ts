/**
 * A point cloud from a file of the person, as pieces that are drawn like tiles. Every n-th point is kept where there
 * are too many to draw. Nothing leaves the browser.
 */
import { LOCAL_CLOUD } from '@overlook/shared/config';
import { type Mat4, transformPoint, toMat4 } from '@overlook/shared/maths';
import {
  e57Source,
  lasSource,
  type LoadLazPerf,
  type PointFile,
  type PointSource,
  type StopSignal,
} from '@overlook/shared/point-files';
import { RECORD, RECORD_BYTES } from '@overlook/shared/points';
import { boundsOf } from '../accessors.ts';
import type { PointsPrimitive } from '../content.ts';
import type { Attribute } from './scan-values.ts';
import { byCells, type CloudPlace, cloudPlace, type GridsOf, isCrsError } from './cloud-place.ts';
import { shownColors } from './local-colors.ts';
import { bulkBounds, leaveOutFar } from './local-strays.ts';
import { samplePoints } from './point-sample.ts';
import { pointSpacing } from './point-spacing.ts';
import { packScanValues } from './scan-values.ts';

/** Points that are drawn with one call; `box` is a bounding box as in a tileset, ECEF metres. */
export interface CloudPiece {
  readonly primitive: PointsPrimitive;
  readonly box: readonly number[];
}

export interface LocalCloud {
  readonly pieces: readonly CloudPiece[];
  /** Points that are kept, and those of the file. */
  readonly points: number;
  readonly ofPoints: number;
  /** Kept points that are far from all others, or that have no place, and are not drawn. */
  readonly leftOut: number;
  /** The coordinate system that placed it; null where it lies at the middle of the view. */
  readonly crsName: string | null;
  /** Why a stated system was not used; null otherwise. */
  readonly crsProblem: string | null;
}

export interface LocalCloudOptions {
  /** East, north and up of the middle of the view to ECEF: for files without a position. */
  readonly ecefFromView: Mat4;
  readonly load: LoadLazPerf;
  /** By which the file's system is computed. */
  readonly gridsOf?: GridsOf;
  onProgress(done: number, total: number): void;
  readonly signal?: StopSignal;
}

/** Reads LAS, LAZ, COPC and E57. Throws the refusals of `file`. */
export async function readLocalCloud(file: PointFile, options: LocalCloudOptions): Promise<LocalCloud> {
  const source = await openSource(file, options.load);
  const { facts } = source;
  const total = facts.points ?? 0;
  if (total === 0) throw file.refusal('', 'It has no points.');
  const { kept, seen } = await keepPoints(source, total, options);
  if (kept.count === 0) throw file.refusal('', 'It has no points.');
  const { place, problem } = await placeOf(facts.crs, kept, options.gridsOf);
  const placed = place && positionsByPlace(kept, place);
  const positions = placed ?? positionsInView(kept, options.ecefFromView);
  const leftOut = leaveOutFar(withColumns(kept, positions), positions);
  kept.count -= leftOut;
  return {
    pieces: piecesOf(kept, positions),
    points: kept.count,
    leftOut,
    // Points that a file marks as invalid are skipped.
    ofPoints: seen,
    crsName: placed ? place!.name : null,
    crsProblem: placed ? null : (problem ?? (place ? 'has no place for these coordinates.' : null)),
  };
}

async function openSource(file: PointFile, load: LoadLazPerf): Promise<PointSource> {
  const start = file.sizeBytes < 8 ? '' : (await file.read(0, 8, 'header')).toString('latin1');
  if (start.startsWith('LASF')) return lasSource(file, load);
  if (start === 'ASTM-E57') return e57Source(file);
  throw file.refusal('', 'It is no LAS, LAZ, COPC or E57 file.');
}

interface KeptPoints {
  count: number;
  /** Flat xyz in units of the file. */
  readonly places: Float64Array;
  readonly intensities: Uint16Array;
  readonly classes: Uint8Array;
  readonly returns: Uint8Array;
  /** Flat, 16 bits per channel; null where the file has none. */
  readonly colors: Uint16Array | null;
}

async function keepPoints(source: PointSource, total: number, options: LocalCloudOptions) {
  const { grid, fields, parts } = source.facts;
  const step = Math.ceil(total / LOCAL_CLOUD.pointsMost);
  const most = Math.ceil(total / step);
  const kept: KeptPoints = {
    count: 0,
    places: new Float64Array(3 * most),
    intensities: new Uint16Array(most),
    classes: new Uint8Array(most),
    returns: new Uint8Array(most),
    colors: fields.color ? new Uint16Array(3 * most) : null,
  };
  let seen = 0;
  const take = (records: Uint8Array, count: number) => {
    const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
    for (let i = (step - (seen % step)) % step; i < count && kept.count < most; i += step)
      keepPoint(kept, view, i * RECORD_BYTES, grid);
    seen += count;
    options.onProgress(seen, total);
  };
  for (let part = 0; part < parts; part++) await source.read(part, part + 1, take, options.signal);
  return { kept, seen };
}

function keepPoint(kept: KeptPoints, view: DataView, at: number, grid: PointSource['facts']['grid']): void {
  const to = kept.count++;
  for (let axis = 0; axis < 3; axis++)
    kept.places[3 * to + axis] = view.getInt32(at + 4 * axis, true) * grid.scale[axis]! + grid.offset[axis]!;
  kept.intensities[to] = view.getUint16(at + RECORD.intensity, true);
  kept.returns[to] = view.getUint8(at + RECORD.returns) & 15;
  kept.classes[to] = view.getUint8(at + RECORD.classification);
  if (kept.colors) for (let k = 0; k < 3; k++) kept.colors[3 * to + k] = view.getUint16(at + RECORD.red + 2 * k, true);
}

const withColumns = ({ count, intensities, classes, returns, colors }: KeptPoints, positions: Float64Array) => ({
  count,
  columns: [
    ...[intensities, classes, returns].map((values) => ({ values, size: 1 })),
    ...[positions, ...(colors ? [colors] : [])].map((values) => ({ values, size: 3 })),
  ],
});

async function placeOf(stated: Parameters<typeof cloudPlace>[0], { places }: KeptPoints, gridsOf?: GridsOf) {
  try {
    return { place: await cloudPlace(stated, [places[0]!, places[1]!], gridsOf), problem: null };
  } catch (error) {
    if (isCrsError(error)) return { place: null, problem: error.message };
    throw error;
  }
}

/** More points than this share without a place mean another coordinate system. */
const UNPLACED_SHARE = 0.01;

/** ECEF metres, NaN where the projection has no place for a point; null where it has none for more than a few. */
function positionsByPlace({ places, count }: KeptPoints, place: CloudPlace): Float64Array | null {
  const [out, point, move] = [new Float64Array(3 * count), new Float64Array(3), byCells(place)];
  let unplaced = 0;
  for (let i = 0; i < 3 * count; i += 3) {
    try {
      move(places[i]!, places[i + 1]!, places[i + 2]!, point);
    } catch (error) {
      if (!isCrsError(error)) throw error;
      if (++unplaced > UNPLACED_SHARE * count) return null;
      point.fill(NaN);
    }
    out.set(point, i);
  }
  return out;
}

/** The middle of the cloud's ground plan, at its lowest point, in the middle of the view. */
function positionsInView({ places, count }: KeptPoints, ecefFromView: Mat4): Float64Array {
  const { min, max } = bulkBounds(places, count);
  const [x, y] = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2];
  const out = new Float64Array(3 * count);
  for (let i = 0; i < 3 * count; i += 3)
    out.set(transformPoint(ecefFromView, [places[i]! - x, places[i + 1]! - y, places[i + 2]! - min[2]!]), i);
  return out;
}

function boundsOf3(values: Float64Array, count: number) {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (let i = 0; i < 3 * count; i++) {
    const axis = i % 3;
    if (values[i]! < min[axis]!) min[axis] = values[i]!;
    if (values[i]! > max[axis]!) max[axis] = values[i]!;
  }
  return { min, max };
}

/** In the order of the file, which is that of flying, scanning or an octree: neighbours are mostly together. */
function piecesOf(kept: KeptPoints, positionsEcef: Float64Array): CloudPiece[] {
  const pieces: CloudPiece[] = [];
  const colors = shownColors(kept);
  for (let from = 0; from < kept.count; from += LOCAL_CLOUD.piecePoints) {
    const to = Math.min(kept.count, from + LOCAL_CLOUD.piecePoints);
    pieces.push(pieceOf(kept, positionsEcef.subarray(3 * from, 3 * to), from, to, colors));
  }
  return pieces;
}

function pieceOf(
  kept: KeptPoints,
  ecef: Float64Array,
  from: number,
  to: number,
  allColors: Uint8Array | null,
): CloudPiece {
  const count = to - from;
  const { min, max } = boundsOf3(ecef, count);
  const middle = min.map((least, axis) => (least + max[axis]!) / 2);
  const half = min.map((least, axis) => Math.max((max[axis]! - least) / 2, 0.01));
  const value = Float32Array.from(ecef, (metres, i) => metres - middle[i % 3]!);
  const positions: Attribute = { value, size: 3, normalized: false };
  const column = (values: Uint16Array | Uint8Array): Attribute => ({ value: values, size: 1, normalized: false });
  const scan = packScanValues(
    {
      intensity: column(kept.intensities.subarray(from, to)),
      classification: column(kept.classes.subarray(from, to)),
      returnNumber: column(kept.returns.subarray(from, to)),
    },
    count,
  );
  const colors = allColors && allColors.subarray(3 * from, 3 * to);
  const matrix = toMat4([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...middle, 1]);
  const primitive: PointsPrimitive = {
    kind: 'points',
    positions,
    ...boundsOf(positions),
    colors: colors && { value: colors, size: 3, normalized: true },
    colorSpace: 'srgb',
    normals: null,
    featureIds: null,
    matrix,
    scan,
    sample: samplePoints(positions, scan),
    spacing: pointSpacing(positions, matrix),
  };
  return { primitive, box: [...middle, half[0]!, 0, 0, 0, half[1]!, 0, 0, 0, half[2]!] };
}
