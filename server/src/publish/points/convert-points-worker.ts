import path from 'node:path';
import { freeBytes } from '@overlook/db';
import type { CrsOptions } from '../../pointclouds/crs/index.ts';
import type { GridFolders } from '../../pointclouds/crs/grids/grid-folders.ts';
import type { SiteSystem } from '../../pointclouds/crs/site-system.ts';
import { serveLimited } from '../../process/limited-work.ts';
import { assertDisk } from './assert-disk.ts';
import type { BaseCloud } from './base-cloud.ts';
import type { BesidePoints } from './beside/beside-points.ts';
import { readBeside } from './beside/read-beside.ts';
import { type BuiltCloud, buildCloud } from './build/build-cloud.ts';
import type { BuildProgress } from './build/build-progress.ts';
import { buildPart } from './part/build-part.ts';
import type { PlanPlace } from './part/find-region.ts';
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
  /** For files that state no system. */
  readonly siteSystem: SiteSystem | null;
  readonly base: BaseCloud | null;
  /** Where the files are a part of the base, which replaces only its own region, or the one that is given. */
  readonly part: { readonly within: readonly PlanPlace[] | null } | null;
  /** Whether the pictures of the files are taken, too; into a folder of `outFolder`. */
  readonly withPictures: boolean;
}

export interface ConvertedCloud extends Omit<BuiltCloud, 'stations'> {
  /** Null where no file can have anything beside its points. */
  readonly beside: BesidePoints | null;
}

serveLimited<ConvertPointsRequest, BuildProgress>(async (request, onProgress): Promise<ConvertedCloud> => {
  const { files, outFolder, workFolder, base, part, withPictures } = request;
  const probed: ProbedFile[] = [];
  for (const file of files) {
    onProgress({ step: 'reading', points: 0, total: null });
    probed.push(await probeFile(file, request));
  }
  const { rules, pin, warnings } = chooseRules(
    probed,
    request,
    request.gridFolders,
    base && { pin: base.pin, isPart: part !== null },
  );
  const room = base && part ? [...probed, { name: base.name, points: base.points }] : probed;
  assertDisk(room, freeBytes(workFolder));
  const to = { rules, pin, baseStore: pin && base ? base.store : undefined, outFolder, workFolder, onProgress };
  const built =
    base && part ? await buildPart({ ...to, files, base, within: part.within }) : await buildCloud({ ...to, files });
  const { stations, ...cloud } = built;
  const e57 = files.filter((_, index) => probed[index]!.facts.format === 'e57');
  const folder = withPictures ? path.join(outFolder, 'pictures') : null;
  const hasNothing = e57.length === 0 && stations.length === 0;
  const beside = hasNothing ? null : await readBeside({ files, e57, stations }, { rules, ...cloud, folder });
  return { ...cloud, beside, warnings: [...warnings, ...built.warnings] };
});
