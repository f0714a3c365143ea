import { findGeoid, type FoundGeoid } from '../../pointclouds/crs/grids/find-geoid.ts';
import type { GridFolders } from '../../pointclouds/crs/grids/grid-folders.ts';
import { heightSurface, isWithinPatch, type VerticalSystem } from '../../pointclouds/crs/index.ts';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import { PictureRefusedError } from '../../storage/photo-pictures.ts';

/** The surfaces that altitudes of photos are above. */
export interface SeaSurfaces {
  /** Metres of a surface above the ellipsoid; EGM96 where no system is named. Throws `PictureRefusedError` where a grid has no height there. */
  heightAt(vertical: VerticalSystem | null, latitude: number, longitude: number): number;
  /** What was read of a named system, to follow the name of a file; null where there is nothing to say. */
  noteOn(vertical: VerticalSystem): string | null;
}

/** Opens the surfaces of the operator's grids; each is cut around the first photo that needs it, and again far from there. */
export function openSeaSurfaces(folders: GridFolders): SeaSurfaces {
  const found = new Map<string, FoundGeoid>();
  const keyOf = ({ epsg, name }: VerticalSystem) => `${epsg} ${name}`;
  const find = (vertical: VerticalSystem, latitude: number, longitude: number): FoundGeoid => {
    const known = found.get(keyOf(vertical));
    if (known && (!known.patch || isWithinPatch(known.patch, longitude, latitude))) return known;
    const one = findGeoid(vertical, [longitude, latitude], folders);
    found.set(keyOf(vertical), one);
    return one;
  };
  return {
    heightAt(vertical, latitude, longitude) {
      try {
        const patch = vertical && find(vertical, latitude, longitude).patch;
        return heightSurface(patch ?? undefined)(latitude, longitude);
      } catch (error) {
        if (!(error instanceof ImportRefusedError)) throw error;
        throw new PictureRefusedError(`has heights above a surface that cannot be read. ${error.message}`);
      }
    },
    noteOn(vertical) {
      const { missing, used } = found.get(keyOf(vertical)) ?? { missing: null, used: null };
      if (missing !== null) return `its heights are ${missing}`;
      return used === null ? null : `its height was read as above the sea (${used}).`;
    },
  };
}
