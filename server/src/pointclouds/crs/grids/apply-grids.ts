import { crsOfEpsg, type SourceCrs, type SystemGrids } from '../index.ts';
import { findGeoid, movedText, placeText } from './find-geoid.ts';
import { GRID_FOLDER_NAMES, type GridFolders, installedGrid } from './grid-folders.ts';
import { DATUM_GRIDS } from './height-systems.ts';
import { patchOfFile } from './open-grid.ts';

export interface WithGrids {
  readonly crs: SourceCrs;
  /** By what grids it is computed, and which are missing; one sentence each. */
  readonly notes: readonly string[];
}

/**
 * A coordinate system with the operator's grids around a place: that of its heights, where a source names their system, and that of
 * its datum. `what` are the heights in sentences: “its heights”. Throws `ImportRefusedError` for a grid of heights that does not cover
 * the place, and for one that cannot be read.
 */
export function applyGrids(
  crs: SourceCrs,
  { longitude, latitude }: { readonly longitude: number; readonly latitude: number },
  folders: GridFolders,
  what: string,
): WithGrids {
  const place = [longitude, latitude] as const;
  const known = crs.epsg === null ? null : crsOfEpsg(crs.epsg);
  const grids: { -readonly [Key in keyof SystemGrids]: SystemGrids[Key] } = {};
  const notes: string[] = [];
  if (crs.vertical && crs.heights === 'orthometric') {
    const { patch, missing, used } = findGeoid(crs.vertical, place, folders, known?.datum.epsg);
    if (patch) {
      grids.geoid = patch;
      notes.push(`${capital(what)} were read as above the sea (${used}), ${movedText(patch, place)}.`);
    }
    if (missing !== null) notes.push(`${capital(what)} are ${missing}`);
  }
  const published = known && crs.kind !== 'geocentric' ? DATUM_GRIDS[known.datum.epsg] : undefined;
  if (!known || !published) return { crs: { ...crs, grids }, notes };
  const path = installedGrid(folders, 'datum', published);
  const patch = path === null ? null : patchOfFile(path, 'datum', place, published.name);
  const byParameters = `${crs.name} was placed by the parameters of its datum, to about ${known.datum.accuracyM} m`;
  if (path === null)
    notes.push(
      `${byParameters}: ${published.name} is not installed. Put ${published.stem}.tif into ${GRID_FOLDER_NAMES.datum} of DATA_DIR, and import again, for some centimetres.`,
    );
  else if (!patch) notes.push(`${byParameters}: ${published.name} does not cover ${placeText(...place)}.`);
  else {
    grids.datum = patch;
    notes.push(`${crs.name} was placed by ${published.name}, ${patch.file}.`);
  }
  return { crs: { ...crs, grids, ...(patch ? { accuracyM: null } : {}) }, notes };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
