import { numberText } from '@overlook/shared/format';
import { ImportRefusedError } from '../../../errors/import-refused.ts';
import { egm96ToEllipsoid } from '../geoid.ts';
import { type GridPatch, heightSurface, type VerticalSystem } from '../index.ts';
import { GRID_FOLDER_NAMES, type GridFolders, installedGrid } from './grid-folders.ts';
import { heightSystemOf, type HeightSystem, type PublishedGrid } from './height-systems.ts';
import { patchOfFile } from './open-grid.ts';

/** The surface that heights of a named system are above. */
export interface FoundGeoid {
  /** Around the place; null where the surface is EGM96. */
  readonly patch: GridPatch | null;
  /** What a missing grid means, without the subject: “which are …, were read with EGM96 …”. Null where none is missing. */
  readonly missing: string | null;
  /** The grid that is missing; null where none is, or none is known. */
  readonly wanted: PublishedGrid | null;
  /** The system and its grid: “AHD by AUSGeoid2020, au_ga_AUSGeoid2020_20180201.tif”. Null where the surface is EGM96. */
  readonly used: string | null;
}

const EGM96: FoundGeoid = { patch: null, missing: null, wanted: null, used: null };

export const placeText = (longitude: number, latitude: number): string =>
  `longitude ${longitude.toFixed(5)}, latitude ${latitude.toFixed(5)}`;

/**
 * The surface of a named system of heights around a place: the installed grid of the plan's datum, else any of the system.
 * Throws `ImportRefusedError` where grids are installed and none has a height there, and for one that cannot be read.
 */
export function findGeoid(
  vertical: VerticalSystem,
  place: readonly [longitude: number, latitude: number],
  folders: GridFolders,
  planDatum: number | null = null,
): FoundGeoid {
  const system = heightSystemOf(vertical);
  if (!system)
    return {
      ...EGM96,
      missing: `${vertical.name}: no grid is known for them here, so they were read with EGM96, from which national heights differ by up to about two metres.`,
    };
  if (system.grids.length === 0) return EGM96;
  // JavaScript sorts stably, so the grid of today comes first among those that fit alike.
  const grids = system.grids.toSorted((a, b) => rank(a.datum) - rank(b.datum));
  function rank(datum: number | undefined): number {
    return datum === undefined ? 1 : datum === planDatum ? 0 : 2;
  }
  const installed = grids.flatMap((grid) => {
    const path = installedGrid(folders, 'geoid', grid);
    return path === null ? [] : [{ ...grid, path }];
  });
  for (const { path, name } of installed) {
    const patch = patchOfFile(path, 'geoid', place, name);
    if (patch)
      return {
        patch: { ...patch, system: { name: system.name, epsg: system.codes[0]! } },
        missing: null,
        wanted: null,
        used: `${system.name} by ${name}, ${patch.file}`,
      };
  }
  if (installed.length > 0) throw uncovered(system, installed, place);
  const [first] = grids;
  return {
    ...EGM96,
    wanted: first!,
    missing: `${system.name}: ${first!.name} is not installed, so they were read with EGM96, from which national heights differ by up to about two metres. Put ${first!.stem}.tif into ${GRID_FOLDER_NAMES.geoid} of DATA_DIR, and import again.`,
  };
}

function uncovered(
  { name, grids }: HeightSystem,
  installed: readonly { readonly path: string; readonly name: string }[],
  place: readonly [number, number],
): ImportRefusedError {
  const files = installed.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)).join(', ');
  const others = grids
    .filter((grid) => !installed.some((one) => one.name === grid.name))
    .map(({ stem }) => `${stem}.tif`);
  const more = others.length === 0 ? 'a grid that does' : `${others.join(' or ')}, if that does,`;
  return new ImportRefusedError(
    files,
    placeText(...place),
    `does not cover the site, whose heights are ${name}. Put ${more} into ${GRID_FOLDER_NAMES.geoid} of DATA_DIR. Or say the system with --crs EPSG:n, without one of heights: they are then read with EGM96.`,
  );
}

/** How far a surface moved heights at a place, and what EGM96 would have done. */
export function movedText(patch: GridPatch, [longitude, latitude]: readonly [number, number]): string {
  const way = (metres: number) => `${numberText(Math.abs(metres), 2)} m ${metres < 0 ? 'down' : 'up'}`;
  const own = heightSurface(patch)(latitude, longitude);
  return `which moved them ${way(own)} (EGM96: ${way(egm96ToEllipsoid(latitude, longitude, 0))})`;
}
