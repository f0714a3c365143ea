/** Measures objects of a published layer by the triangles of its finest tiles. */
import { isMirrored, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { Solid } from '@overlook/shared/measurements';
import type { ExportBox } from '@overlook/shared/schemas';
import { ContentReader } from '../publish/contents/content-models.ts';
import { SourceFolder } from '../storage/source-folder.ts';
import { type ContentMesh, contentMeshes } from './content-meshes.ts';
import { contentsInBoxes } from './contents-in-boxes.ts';
import { FeatureIds } from './feature-ids.ts';

export interface ObjectMeasuring {
  readonly step: 'measure';
  /** Folder of the published version, and that of its index. */
  readonly versionFolder: string;
  readonly indexFolder: string;
  /** Numbers in the layer of the objects. */
  readonly layerIds: readonly number[];
  /** Around them. */
  readonly boxes: readonly ExportBox[];
  readonly trianglesMost: number;
}

/** Sums over the objects that have triangles; the volume is of those that are closed. */
export type MeasuredObjects =
  | {
      readonly refused: null;
      readonly triangles: number;
      readonly areaM2: number;
      readonly volumeM3: number;
      readonly closed: number;
      readonly open: number;
    }
  | { readonly refused: 'triangles' };

export async function measureObjects({
  versionFolder,
  indexFolder,
  layerIds,
  boxes,
  trianglesMost,
}: ObjectMeasuring): Promise<MeasuredObjects> {
  const solids = new Map(layerIds.map((id) => [id, new Solid()]));
  const reader = new ContentReader(new SourceFolder(versionFolder));
  const ids = new FeatureIds();
  let triangles = 0;
  for (const content of await contentsInBoxes(indexFolder, boxes))
    for await (const part of reader.read(content)) {
      if (part.kind === 'points') continue;
      for (const mesh of contentMeshes(part)) triangles += addMesh(mesh, solids, ids);
      if (triangles > trianglesMost) return { refused: 'triangles' };
    }
  const measured = [...solids.values()].map((solid) => solid.measure()).filter((one) => one.triangles > 0);
  const closed = measured.flatMap(({ volumeM3 }) => volumeM3 ?? []);
  return {
    refused: null,
    triangles: measured.reduce((sum, one) => sum + one.triangles, 0),
    areaM2: measured.reduce((sum, { areaM2 }) => sum + areaM2, 0),
    volumeM3: closed.reduce((sum, volumeM3) => sum + volumeM3, 0),
    closed: closed.length,
    open: measured.length - closed.length,
  };
}

/** Adds the triangles of the wanted objects. Returns how many. */
function addMesh(
  { positions, corners, places }: ContentMesh,
  solids: ReadonlyMap<number, Solid>,
  ids: FeatureIds,
): number {
  let added = 0;
  for (const { toEcef, features } of places) {
    // A mirror turns the faces inside out, together with those of other parts.
    const isTurned = isMirrored(toEcef);
    const corner = (vertex: number): Vec3 =>
      transformPoint(toEcef, [positions[3 * vertex]!, positions[3 * vertex + 1]!, positions[3 * vertex + 2]!]);
    for (let at = 0; at + 2 < corners.length; at += 3) {
      const [a, b, c] = [corners[at]!, corners[at + 1]!, corners[at + 2]!];
      const id = ids.layerIdOf(features, a);
      const solid = id === null ? undefined : solids.get(id);
      if (!solid) continue;
      added++;
      if (isTurned) solid.add(corner(a), corner(c), corner(b));
      else solid.add(corner(a), corner(b), corner(c));
    }
  }
  return added;
}
