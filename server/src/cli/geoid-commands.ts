import path from 'node:path';
import { fileSizeText } from '@overlook/shared/format';
import { gridFoldersOf } from '../pointclouds/crs/grids/grid-folders.ts';
import type { GeoidList, InstalledGeoid, KnownGeoid } from '../pointclouds/crs/grids/list-geoids.ts';
import type { TaskCommand } from './command.ts';
import { assertNoMoreArguments } from './site-commands.ts';
import { widest } from './widest.ts';

export const geoidList: TaskCommand = {
  words: ['geoid', 'list'],
  summary: 'list the grids of heights above the sea',
  help: `Usage: overlook geoid list [--json]

Lists the geoids whose grids imports can use, and which of them are in DATA_DIR/geoids of this machine: file, area in degrees,
size and SHA-256. It says which files cannot be read, and which have the name of no known grid. EGM96 is built in.
  --json   print the result as JSON`,
  options: {},
  async task({ positionals }, { dataDir }, { signal }) {
    assertNoMoreArguments(positionals);
    const { listGeoids } = await import('../pointclouds/crs/grids/list-geoids.ts');
    return listGeoids(gridFoldersOf(path.join(dataDir, 'files')), signal);
  },
  describe: ({ geoids, unknown }: GeoidList) => {
    const columns = [geoids.map(({ system }) => system), geoids.map(({ grid }) => grid)].map(widest);
    const line = ({ system, grid, stem, installed }: KnownGeoid) =>
      [
        system.padEnd(columns[0]!),
        grid.padEnd(columns[1]!),
        installed ? installedText(installed) : `not installed (${stem}.tif)`,
      ].join('  ');
    return [
      ...geoids.map(line),
      ...(unknown.length === 0 ? [] : [`Not used, because no known grid has such a name: ${unknown.join(', ')}`]),
    ].join('\n');
  },
};

function installedText({ file, sizeBytes, sha256, areas, problem }: InstalledGeoid): string {
  const place = areas.map(
    ({ west, south, east, north }) => `longitude ${west} to ${east}, latitude ${south} to ${north}`,
  );
  const said = problem === null ? place.join('; ') : `CANNOT BE READ: ${problem}`;
  return `${file}  ${fileSizeText(sizeBytes)}  sha256 ${sha256}  ${said}`;
}
