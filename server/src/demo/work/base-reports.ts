import { copyFile, link, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Square } from '../tiles/point-sampling.ts';
import type { MadeTile } from '../tiles/tileset.ts';
import type { SiteRun } from './site-run.ts';
import type { PointsReport, TileReport } from './site-work.ts';

/** What was made of a capture: its squares of points, and its tiles by file. */
export interface Reports {
  readonly squares: ReadonlyMap<string, PointsReport>;
  readonly tiles: ReadonlyMap<string, TileReport>;
}

/** A finished capture of a site, from which another capture takes what is the same. */
export interface Base {
  readonly run: Omit<SiteRun, 'base'>;
  readonly reports: Reports;
}

export const squareKey = ({ west, south }: Square): string => `${west} ${south}`;

/** Gives a tile of the base to the capture in `outDir`; `file` is below the folder of each. */
export async function takeTile({ run, reports }: Base, file: string, outDir: string): Promise<TileReport> {
  await share(run.outDir, outDir, file);
  return reports.tiles.get(file)!;
}

/** Gives the points of a square of the base to the capture in `outDir`; the file of exact points stays where it is. */
export async function takeSquare({ run, reports }: Base, square: Square, outDir: string): Promise<PointsReport> {
  const report = reports.squares.get(squareKey(square))!;
  const shareTree = async (tile: MadeTile): Promise<void> => {
    await share(run.outDir, outDir, join('points', tile.uri));
    for (const child of tile.children) await shareTree(child);
  };
  if (report.tree) await shareTree(report.tree);
  return report;
}

/** The same file in two folders: one file on the disk where the file system can do that. */
async function share(from: string, to: string, file: string): Promise<void> {
  const target = join(to, file);
  await mkdir(dirname(target), { recursive: true });
  await link(join(from, file), target).catch(() => copyFile(join(from, file), target));
}
