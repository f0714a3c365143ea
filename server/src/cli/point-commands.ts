import path from 'node:path';
import { fileSizeText } from '@overlook/shared/format';
import { UsageError } from '../errors/failure.ts';
import type { ExportedPoints } from '../publish/points/export-points.ts';
import type { OperationCommand } from './command.ts';
import { onlySlug } from './site-commands.ts';

export const sitePoints: OperationCommand = {
  words: ['site', 'points'],
  summary: 'write the point cloud of a site as LAS',
  help: `Usage: overlook site points <slug> --export FILE.las [--replace] [--json]

Writes all points of the site's point cloud, with every field, as LAS 1.4 (format 7, or 6 without colours) in the
coordinates of the cloud. The file appears when it is whole. The layout of the stored cloud is in docs/point-store.md.
  --export FILE.las  the file; with a running server, one that the server may write
  --replace          write it again when it is there
  --json             print the result as JSON

Example: overlook site points north-plant --export north-plant.las`,
  options: { export: { type: 'string' }, replace: { type: 'boolean' } },
  operation: 'site.exportPoints',
  toInput: ({ options, positionals, workingDir }) => {
    const { export: file, replace } = options;
    if (typeof file !== 'string' || !/\.las$/i.test(file))
      throw new UsageError('Give --export with a name that ends in .las.');
    return { slug: onlySlug(positionals), file: path.resolve(workingDir, file), replace: replace === true };
  },
  describe: ({ file, points, sizeBytes }: ExportedPoints) =>
    `Wrote ${points} points to ${file} (${fileSizeText(sizeBytes)}).`,
};
