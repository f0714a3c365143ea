import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { modelGroups, models } from '@overlook/db/schema';
import { MESH_LAYERS, type MeshLayerId, modelType } from '@overlook/shared/config';
import { isAllowedAtSite, type PermissionMap, type PermissionToken } from '@overlook/shared/permissions';
import type { MeshLayer } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import type { HeldVersion } from '../../meshes/mesh-indexes.ts';
import { entryOfUrl, type VersionFolder, versionOfUrl } from '../../storage/version-folders.ts';
import { READERS } from './pointcloud.ts';
import { findSite } from './find-site.ts';

/** A layer of meshes of a site. */
export interface MeshLayerRow {
  readonly modelId: number;
  readonly modeltypeId: MeshLayerId;
  readonly filepath: string;
  /** Null for a layer that another server holds. */
  readonly version: HeldVersion | null;
}

/** Whether a person may see a layer of a site. */
export const maySeeLayer = (permissions: PermissionMap, siteId: number, modeltypeId: MeshLayerId): boolean =>
  isAllowedAtSite(permissions, siteId, modelType(modeltypeId).token as PermissionToken);

/** The layers of meshes of a site that a person may see. */
export async function listMeshLayers(db: Db, permissions: PermissionMap, siteId: number): Promise<MeshLayerRow[]> {
  const rows = await db
    .select({ modelId: models.id, modeltypeId: models.modeltypeId, filepath: models.filepath })
    .from(models)
    .innerJoin(modelGroups, eq(modelGroups.id, models.modelgroupId))
    .where(and(eq(modelGroups.siteId, siteId), inArray(models.modeltypeId, [...MESH_LAYERS])));
  return MESH_LAYERS.flatMap((modeltypeId) => {
    const row = rows.find((one) => one.modeltypeId === modeltypeId);
    if (!row || !maySeeLayer(permissions, siteId, modeltypeId)) return [];
    return [{ ...row, modeltypeId, version: heldVersion(row.filepath) }];
  });
}

/** The version that a stored path points into; null for one of another server. */
export function heldVersion(filepath: string): HeldVersion | null {
  const [folder, entry] = [versionOfUrl(filepath), entryOfUrl(filepath)];
  return folder && entry ? { folder: folder as VersionFolder, entry } : null;
}

/** The layers of a site that can be exported, and those that another server holds. Throws 404 for a site that the caller may not export from. */
export async function loadMeshLayers(
  { db, caller, env }: SignedInContext,
  { siteSlug }: { siteSlug: string },
): Promise<{ layers: MeshLayer[] }> {
  const siteId = await findSite({ db, caller }, siteSlug, READERS);
  const rows = await listMeshLayers(db, caller.permissions, siteId);
  return {
    layers: rows.map(({ modeltypeId, version }) => ({
      modeltypeId,
      indexUrl: version && `/files/pointgrab/meshes/${siteId}/${modeltypeId}/${version.folder.version}`,
      trianglesMost: env.exportTrianglesMost,
    })),
  };
}

/** A version of a layer, when the holder of these permissions may see it and export from its site; null otherwise. */
export async function findReadableLayer(
  db: Db,
  permissions: PermissionMap,
  { siteId, modeltypeId, version }: { siteId: number; modeltypeId: number; version: string },
): Promise<HeldVersion | null> {
  if (!READERS.some((token) => isAllowedAtSite(permissions, siteId, token))) return null;
  const layers = await listMeshLayers(db, permissions, siteId);
  const layer = layers.find((one) => one.modeltypeId === modeltypeId);
  return layer?.version?.folder.version === version ? layer.version : null;
}
