import type { ExportCoordinates, ExportFormat } from '@overlook/shared/config';
import type { ExportBox } from '@overlook/shared/schemas';
import { cropCloud } from '../crop/crop-cloud.ts';
import { POINT_WRITERS } from '../formats-out/create-writer.ts';
import { createMovedRecords } from '../formats-out/moved-records.ts';
import type { PointFileFacts, PointWriter } from '../formats-out/point-writer.ts';
import { openFrame } from '../open-frame.ts';
import { openPointStore } from '../store/open-store.ts';
import type { StoreDescription } from '../store/store-index.ts';
import { placedFrame } from '../placed-frame.ts';
import { movedInOwn, targetSystem, wktOf } from './target-system.ts';

export interface CloudExport {
  /** Folder of the store. */
  readonly store: string;
  /** Where its points lie from where they were delivered: ECEF to ECEF, metres, 16 numbers; null for the same place. */
  readonly moveEcef: readonly number[] | null;
  readonly box: ExportBox;
  /** Metres. */
  readonly density: number;
  readonly coordinates: ExportCoordinates;
  /** With more points than this the export stops and makes no file. */
  readonly pointsMost: number;
  /** A description of the points, for people. */
  readonly title: string;
  readonly files: readonly { readonly format: ExportFormat; readonly path: string }[];
}

/** All points of a cloud, in the coordinates of the site. */
export type WholeExport = Pick<CloudExport, 'store' | 'moveEcef' | 'title' | 'files'> & {
  readonly box: null;
  readonly density: 0;
  readonly pointsMost: null;
  readonly coordinates: 'site';
};

/** Points that were written, and the sizes of the files in the order of the request; empty without points. */
export interface ExportedCloud {
  readonly points: number;
  readonly sizesBytes: readonly number[];
  /**
   * Set where there were more points than `pointsMost`: no file was made, and `points` is the number at which it
   * stopped.
   */
  readonly isOverLimit?: true;
}

/** Ends a crop that has found more points than its export may have. */
class OverLimitError extends Error {}

/**
 * Writes the points of a cloud, in a box or all, to files, one for each format, in one pass over the cloud. Files are
 * complete and safe against power loss when this returns; where there is no point or there are too many, and when it
 * throws, there are none. Blocks the thread.
 */
export async function exportCloud(
  { store: folder, moveEcef, box, density, coordinates, pointsMost, title, files }: CloudExport | WholeExport,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (points: number) => void } = {},
): Promise<ExportedCloud> {
  const store = await openPointStore(folder);
  const writers: PointWriter[] = [];
  let points = 0;
  try {
    const { description } = store;
    const own = openFrame(description.frame);
    const frame = placedFrame(own, moveEcef);
    const target = (box && targetSystem(coordinates, frame, box)) ?? (moveEcef && movedInOwn(frame, own, description));
    const facts = { ...factsOf(description, title), ...target };
    const move = target
      ? createMovedRecords(target.convert, description, target.grid)
      : (records: Uint8Array) => records;
    for (const { format, path } of files) writers.push(POINT_WRITERS[format](path, facts));
    const sink = (records: Uint8Array, count: number) => {
      points += count;
      if (pointsMost !== null && points > pointsMost) throw new OverLimitError();
      const moved = move(records, count);
      for (const writer of writers) writer.write(moved, count);
      onProgress?.(points);
    };
    await cropCloud(store, frame, box, density, sink, signal ? { signal } : {});
    if (points === 0) return { points, sizesBytes: [] };
    const sizesBytes = writers.map((writer) => writer.finish().sizeBytes);
    writers.length = 0;
    return { points, sizesBytes };
  } catch (error) {
    if (error instanceof OverLimitError) return { points, sizesBytes: [], isOverLimit: true };
    throw error;
  } finally {
    store.close();
    for (const writer of writers) writer.discard();
  }
}

function factsOf(description: StoreDescription, title: string): PointFileFacts {
  const { scale, offset, frame, columns, isColor8Bit, intensityBits, gpsTimes } = description;
  return {
    grid: { scale, offset },
    coordinateSystem: { name: frame.name, wkt: frame.kind === 'projected' ? wktOf(frame) : null },
    fields: {
      color: columns.includes('rgb'),
      intensity: columns.includes('intensity'),
      returns: columns.includes('returns'),
    },
    isColor8Bit,
    intensityBits,
    gpsTimes,
    title,
  };
}
