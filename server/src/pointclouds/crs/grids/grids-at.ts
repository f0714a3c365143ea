import type { AskedGrids, MissingGrid } from '@overlook/shared/schemas';
import { crsOfEpsg, type SystemGrids } from '../index.ts';
import { findGeoid } from './find-geoid.ts';
import { type GridFolders, installedGrid } from './grid-folders.ts';
import { DATUM_GRIDS, heightSystemOf } from './height-systems.ts';
import { patchOfFile } from './open-grid.ts';

/** The operator's grids around a place, for a page that reads a file there before it is sent. */
export interface GridsAt {
  readonly grids: SystemGrids;
  readonly missing: readonly MissingGrid[];
}

/** The grid of the datum of a plan; null where it has none. */
function datumGridOf({ epsg }: AskedGrids) {
  const known = epsg === null ? null : crsOfEpsg(epsg);
  const grid = known && known.kind !== 'geocentric' ? DATUM_GRIDS[known.datum.epsg] : undefined;
  return known && grid ? { grid, datum: known.datum } : null;
}

/** Whether a file of a grid has to be opened for {@link gridsAt}. */
export function areGridsInstalled(asked: AskedGrids, folders: GridFolders): boolean {
  const heights = asked.vertical && heightSystemOf(asked.vertical);
  const datum = datumGridOf(asked);
  return (
    (heights?.grids.some((grid) => installedGrid(folders, 'geoid', grid) !== null) ?? false) ||
    (datum !== null && installedGrid(folders, 'datum', datum.grid) !== null)
  );
}

/** The grids that an import at this place would use. Throws `ImportRefusedError` where it would be refused for them. */
export function gridsAt(asked: AskedGrids, folders: GridFolders): GridsAt {
  const { vertical, longitude, latitude } = asked;
  const place = [longitude, latitude] as const;
  const datum = datumGridOf(asked);
  const known = asked.epsg === null ? null : crsOfEpsg(asked.epsg);
  const missing: MissingGrid[] = [];
  const geoid = vertical && findGeoid(vertical, place, folders, known?.datum.epsg);
  if (geoid?.missing) {
    const system = heightSystemOf(vertical!)?.name ?? vertical!.name;
    const { name = null, stem = null } = geoid.wanted ?? {};
    missing.push({
      kind: 'geoid',
      system,
      grid: name,
      file: stem && `${stem}.tif`,
      isInstalled: false,
      accuracyM: null,
    });
  }
  const path = datum && installedGrid(folders, 'datum', datum.grid);
  const patch = path ? patchOfFile(path, 'datum', place, datum!.grid.name) : null;
  if (datum && !patch) {
    const { name, stem } = datum.grid;
    const { accuracyM } = datum.datum;
    missing.push({
      kind: 'datum',
      system: null,
      grid: name,
      file: `${stem}.tif`,
      isInstalled: path !== null,
      accuracyM,
    });
  }
  return { grids: { ...(geoid?.patch ? { geoid: geoid.patch } : {}), ...(patch ? { datum: patch } : {}) }, missing };
}
