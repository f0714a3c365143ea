import type { PointFile } from '../point-file.ts';
import type { StatedCrs } from '../point-source.ts';
import { E57Pages } from './e57-pages.ts';
import { readE57Content, scannerPose } from './e57-scans.ts';
import { statedCrs } from './e57-source.ts';

/** What an E57 file states of itself, read without a point. */
export interface E57Summary {
  readonly points: number;
  readonly crs: StatedCrs | null;
  /** When the file was made; null where it does not say. */
  readonly made: Date | null;
  readonly pictures: number;
  /** Scans whose scanner has a known place. */
  readonly scanPositions: number;
}

/** Reads header and XML of an E57 file. Throws the refusals of `file`. */
export async function e57Summary(file: PointFile): Promise<E57Summary> {
  const pages = new E57Pages(file);
  const { scans, images, coordinateMetadata, made } = await readE57Content(file, pages, await pages.readHeader());
  return {
    points: scans.reduce((sum, { records }) => sum + records, 0),
    crs: statedCrs(coordinateMetadata).crs,
    made,
    pictures: images.count,
    scanPositions: scans.filter((scan) => scannerPose(scan) !== null).length,
  };
}
