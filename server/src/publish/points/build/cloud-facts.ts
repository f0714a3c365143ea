import { AXES } from '@overlook/shared/maths';
import { areUncolored, type BareColors, bareColors } from '@overlook/shared/point-files';
import { RECORD_WORDS } from '../../../pointclouds/record.ts';
import { STORE_COLUMNS, type StoreColumn } from '../../../pointclouds/store/store-index.ts';
import { cubeAround, type CloudCube, middleOf, type Triple } from './cloud-cube.ts';
import { isColor8Bit } from './color-depth.ts';
import type { TileFields } from './node-tiles.ts';
import type { ScannedSegment } from './scanned-segment.ts';

/** Facts about all points of a cloud, computed from the points. */
export interface CloudFacts {
  readonly points: number;
  /** The least and the greatest integers. */
  readonly minimum: Triple;
  readonly maximum: Triple;
  readonly cube: CloudCube;
  /** The origin of the tileset's frame, integers of the grid. */
  readonly origin: Triple;
  readonly columns: readonly StoreColumn[];
  readonly fields: TileFields;
  /** Bits that the greatest intensity needs, 0 to 16. */
  readonly intensityBits: number;
}

/** A column is kept where any of its bits is set in any point: word of the record and mask, more than one for wide columns. */
const COLUMN_BITS: Readonly<Record<Exclude<StoreColumn, 'xyz'>, readonly (readonly [number, number])[]>> = {
  intensity: [[3, 0xffff]],
  returns: [[3, 0xff0000]],
  flags: [[3, 0xff000000]],
  classification: [[4, 0xff]],
  userData: [[4, 0xff00]],
  scanAngle: [[4, 0xffff0000]],
  sourceId: [[5, 0xffff]],
  gpsTime: [
    [5, 0xffff0000],
    [6, 0xffffffff],
    [7, 0xffff],
  ],
  rgb: [
    [7, 0xffff0000],
    [8, 0xffffffff],
  ],
};

/** The facts of a cloud with these segments, which have at least one point. */
export function factsOf(segments: readonly ScannedSegment[]): CloudFacts {
  const minimum: [number, number, number] = [Infinity, Infinity, Infinity];
  const maximum: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  const bits = new Uint32Array(RECORD_WORDS);
  let points = 0;
  for (const segment of segments) {
    points += segment.points;
    for (let word = 0; word < RECORD_WORDS; word++) bits[word]! |= segment.bits[word]!;
    for (const axis of AXES) {
      minimum[axis] = Math.min(minimum[axis], segment.minimum[axis]);
      maximum[axis] = Math.max(maximum[axis], segment.maximum[axis]);
    }
  }
  const columns = STORE_COLUMNS.filter(
    (column) => column === 'xyz' || COLUMN_BITS[column].some(([word, mask]) => (bits[word]! & mask) !== 0),
  );
  const cube = cubeAround(minimum, maximum);
  return {
    points,
    minimum,
    maximum,
    cube,
    origin: middleOf(cube),
    columns,
    fields: { ...fieldsOf(columns, bits), bare: bareColorsOf(segments) },
    intensityBits: 32 - Math.clz32(bits[3]! & 0xffff),
  };
}

/** Colours of the points of segments without colours; null where all have some. */
export function bareColorsOf(segments: readonly ScannedSegment[]): BareColors | null {
  const without = segments.filter(isUncolored);
  if (without.length === 0) return null;
  return bareColors({
    intensities: Uint16Array.from(without.flatMap(({ intensities }) => [...intensities])),
    classes: without.flatMap(({ classes }) => [...classes]),
    heights: Int32Array.from(without.flatMap(({ sample }) => [...sample].filter((_, at) => at % 3 === 2))),
  });
}

/** Whether points of a segment have no colours, not black ones. */
export const isUncolored = ({ points, colors }: ScannedSegment): boolean => areUncolored({ points, ...colors });

function fieldsOf(columns: readonly StoreColumn[], bits: Uint32Array): Omit<TileFields, 'bare'> {
  return {
    color: columns.includes('rgb'),
    isColor8Bit: isColor8Bit(bits),
    intensity: columns.includes('intensity'),
    classification: columns.includes('classification'),
    // Where each pulse has one return, the column has no information.
    returns: (bits[3]! & 0xff0000 & ~0x110000) !== 0,
  };
}
