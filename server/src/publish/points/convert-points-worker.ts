import { freeBytes } from '@overlook/db';
import type { CrsOptions } from '../../pointclouds/crs/index.ts';
import type { GridFolders } from '../../pointclouds/crs/grids/grid-folders.ts';
import { serveLimited } from '../../process/limited-work.ts';
import { assertDisk } from './assert-disk.ts';
import { type BuiltCloud, buildCloud } from './build/build-cloud.ts';
import type { BuildProgress } from './build/build-progress.ts';
import type { PlaceOptions } from './choose-frame.ts';
import { chooseRules } from './choose-rules.ts';
import type { PointFileFound } from './find-point-files.ts';
import { type ProbedFile, probeFile } from './probe-file.ts';

export interface ConvertPointsRequest extends CrsOptions, PlaceOptions {
  readonly files: readonly PointFileFound[];
  /** Existing empty folders: for the output, and for temporary files. */
  readonly outFolder: string;
  readonly workFolder: string;
  readonly gridFolders: GridFolders;
}

serveLimited<ConvertPointsRequest, BuildProgress>(async (request, onProgress): Promise<BuiltCloud> => {
  const { files, outFolder, workFolder } = request;
  const probed: ProbedFile[] = [];
  for (const file of files) {
    onProgress({ step: 'reading', points: 0, total: null });
    probed.push(await probeFile(file, request));
  }
  const { rules, warnings } = chooseRules(probed, request, request.gridFolders);
  assertDisk(probed, freeBytes(workFolder));
  const built = await buildCloud({ files, rules, outFolder, workFolder, onProgress });
  return { ...built, warnings: [...warnings, ...built.warnings] };
});
