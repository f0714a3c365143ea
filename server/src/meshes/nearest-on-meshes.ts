import { distance, nearestInTriangle, transformPoint, type Vec3 } from '@overlook/shared/maths';
import type { ExportBox } from '@overlook/shared/schemas';
import { ContentReader } from '../publish/contents/content-models.ts';
import { SourceFolder } from '../storage/source-folder.ts';
import { type ContentMesh, contentMeshes } from './content-meshes.ts';
import { contentsInBoxes } from './contents-in-boxes.ts';

export interface NearestOnMeshes {
  readonly step: 'nearest';
  /** Folder of the published version, and that of its index. */
  readonly versionFolder: string;
  readonly indexFolder: string;
  readonly placesEcef: readonly Vec3[];
  /** Surfaces farther away are not found, metres. */
  readonly reachM: number;
}

/** The point of the finest surfaces of a layer that is nearest to each place, ECEF metres; null where none is within reach. */
export async function nearestOnMeshes(
  { versionFolder, indexFolder, placesEcef, reachM }: NearestOnMeshes,
  onProgress: (progress: { done: number; total: number }) => void = () => {},
): Promise<(Vec3 | null)[]> {
  const found: (Vec3 | null)[] = [];
  const reader = new ContentReader(new SourceFolder(versionFolder));
  for (const [done, place] of placesEcef.entries()) {
    onProgress({ done, total: placesEcef.length });
    const search = { place, best: reachM, nearest: null as Vec3 | null };
    for (const content of await contentsInBoxes(indexFolder, [boxAround(place, reachM)]))
      for await (const part of reader.read(content))
        if (part.kind !== 'points') for (const mesh of contentMeshes(part)) searchMesh(mesh, search);
    found.push(search.nearest);
  }
  return found;
}

interface Search {
  readonly place: Vec3;
  best: number;
  nearest: Vec3 | null;
}

function searchMesh({ positions, corners, places }: ContentMesh, search: Search): void {
  for (const { toEcef } of places) {
    const corner = (at: number): Vec3 => {
      const from = 3 * corners[at]!;
      return transformPoint(toEcef, [positions[from]!, positions[from + 1]!, positions[from + 2]!]);
    };
    for (let at = 0; at + 2 < corners.length; at += 3) {
      const point = nearestInTriangle(search.place, corner(at), corner(at + 1), corner(at + 2));
      const away = distance(point, search.place);
      if (away < search.best) [search.best, search.nearest] = [away, point];
    }
  }
}

const boxAround = ([centerX, centerY, centerZ]: Vec3, reachM: number): ExportBox => ({
  centerX,
  centerY,
  centerZ,
  sizeX: 2 * reachM,
  sizeY: 2 * reachM,
  sizeZ: 2 * reachM,
  degrees: 0,
});
