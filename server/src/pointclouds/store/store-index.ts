import { z } from 'zod';
import { BARE_MODES } from '@overlook/shared/config';
import { GPS_TIMES } from '@overlook/shared/point-files';
import { frameSchema } from '../frame.ts';

/** Files of a store, in its folder. */
export const STORE_FILES = {
  description: 'store.json',
  index: 'index.bin',
  /** Blobs of the nodes: `points-0.bin`, `points-1.bin` … */
  points: (file: number) => `points-${file}.bin`,
  grid: 'grid.bin',
} as const;

/** Columns of a store; each node has them one after another. `xyz` are always there. */
export const STORE_COLUMNS = [
  'xyz',
  'intensity',
  'returns',
  'flags',
  'classification',
  'userData',
  'scanAngle',
  'sourceId',
  'gpsTime',
  'rgb',
] as const;
export type StoreColumn = (typeof STORE_COLUMNS)[number];

const triple = <T extends z.ZodType>(schema: T) => z.tuple([schema, schema, schema]);

/** `store.json`: the description of the cloud. It is parsed with this schema before it is used. */
export const storeDescriptionSchema = z.object({
  version: z.literal(1),
  points: z.number().int().nonnegative(),
  nodes: z.number().int().nonnegative(),
  /** coordinate = integer × scale + offset */
  scale: triple(z.number().positive()),
  offset: triple(z.number()),
  /** The corner of the root cube: no point has a smaller integer. */
  minimum: triple(z.int32()),
  /** The greatest integers of all points. */
  maximum: triple(z.int32()),
  /** The root cube has sides of 2^rootBits units. */
  rootBits: z.number().int().min(7).max(32),
  /** A node has 2^cellBits cells along a side. */
  cellBits: z.literal(7),
  columns: z
    .array(z.enum(STORE_COLUMNS))
    .refine((columns) => columns[0] === 'xyz' && new Set(columns).size === columns.length, 'xyz and others, each once'),
  /** Colours that use 8 of their 16 bits: the value is in the low byte. */
  isColor8Bit: z.boolean(),
  /** Of the greatest intensity of any point; absent in stores of older versions. */
  intensityBits: z.number().int().min(0).max(16).default(16),
  /** The kind of the GPS times; null where there are none or the files differ, and in stores of older versions. */
  gpsTimes: z.enum(GPS_TIMES).nullable().default(null),
  frame: frameSchema,
  /**
   * Metres between neighbouring points in the denser parts of the cloud: a density that is not above it takes every point. 0 in stores of
   * older versions, where only those do that are not above the scale.
   */
  spacing: z.number().nonnegative().default(0),
  /** Metres; the default first. */
  densities: z.array(z.number().positive()).min(1),
  /** What the tiles depend on besides their points, for captures that share tiles with this one; null in stores of older versions. */
  tiles: z
    .object({
      /** Of the tileset's frame: integers of the grid, or halves of them. */
      origin: triple(z.number()),
      returns: z.boolean(),
      bare: z.object({ by: z.enum(BARE_MODES), range: z.tuple([z.number(), z.number()]).readonly() }).nullable(),
    })
    .nullable()
    .default(null),
  /** Files that the points are from, as the operator named them. */
  sources: z.array(z.object({ name: z.string(), points: z.number().int().nonnegative() })),
});

export type StoreDescription = z.infer<typeof storeDescriptionSchema>;

/** A row of `index.bin`. Rows are sorted by level, then by Morton code of the cell (x in bit 0), then by file and offset. */
export interface StoreNode {
  readonly level: number;
  /** Cell at its level: the node's corner is `minimum + cell << (rootBits − level)`. */
  readonly cell: readonly [number, number, number];
  readonly points: number;
  readonly isLeaf: boolean;
  /** No two points of the node's level are nearer than this, in units; 0 for a leaf, which has no such distance. */
  readonly spacing: number;
  /** Where its blob is. */
  readonly file: number;
  readonly offset: number;
  readonly bytes: number;
  readonly crc32c: number;
  /** Integer bounds of its points. */
  readonly minimum: readonly [number, number, number];
  readonly maximum: readonly [number, number, number];
}
