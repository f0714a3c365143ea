import { and, eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { captures } from '@overlook/db/schema';
import { MESH_LAYERS, type MeshLayerId, modelType } from '@overlook/shared/config';
import { isAllowedAtSite, type PermissionMap, type PermissionToken } from '@overlook/shared/permissions';
import type { MeshLayer } from '@overlook/shared/schemas';
import type { Reader, SignedInContext } from '../../context.ts';
import { suffixOfEntry } from '../../storage/moved-entries.ts';
import { type HeldVersion, heldVersion } from '../../storage/version-folders.ts';
import { isOpenTo, storedCaptures, type StoredCapture } from '../captures/find-capture.ts';
import { findExportedCapture } from './exported-capture.ts';
import { READERS } from './pointcloud.ts';
import { findSite } from './find-site.ts';

/** A layer of meshes of a site. */
export interface MeshLayerRow {
  readonly captureId: number;
  readonly takenOn: string;
  readonly modeltypeId: MeshLayerId;
  readonly filepath: string;
  /** Null for a layer that another server holds. */
  readonly version: HeldVersion | null;
}

/** Whether a person may see a layer of a site. */
export const maySeeLayer = (permissions: PermissionMap, siteId: number, modeltypeId: MeshLayerId): boolean =>
  isAllowedAtSite(permissions, siteId, modelType(modeltypeId).token as PermissionToken);

/** The layers of meshes of a site that a person may see: the newest captures, and the named one in place of that of its layer. */
export async function listMeshLayers(
  db: Db,
  reader: Reader,
  { siteId, captureId }: { siteId: number; captureId?: number | undefined },
): Promise<MeshLayerRow[]> {
  const rows: MeshLayerRow[] = [];
  for (const modeltypeId of MESH_LAYERS) {
    if (!maySeeLayer(reader.permissions, siteId, modeltypeId)) continue;
    const capture = await findExportedCapture(db, reader, { siteId, modeltypeId, captureId });
    if (capture) rows.push(meshLayerOf(capture, modeltypeId));
  }
  return rows;
}

const meshLayerOf = ({ id, takenOn, filepath }: StoredCapture, modeltypeId: MeshLayerId): MeshLayerRow => ({
  captureId: id,
  takenOn,
  modeltypeId,
  filepath,
  version: heldVersion(filepath),
});

/** Each move of a layer has an index of its own, and an address of its own, because addresses are cached. */
const movedQuery = ({ entry }: HeldVersion): string => suffixOfEntry(entry).replace('.', '?moved=');

/** The layers of a site that can be exported, and those that another server holds. Throws 404 for a site that the caller may not export from. */
export async function loadMeshLayers(
  { db, caller, env }: SignedInContext,
  { siteSlug, captureId }: { siteSlug: string; captureId?: number | undefined },
): Promise<{ layers: MeshLayer[] }> {
  const siteId = await findSite({ db, caller }, siteSlug, READERS);
  const rows = await listMeshLayers(db, caller, { siteId, captureId });
  return {
    layers: rows.map(({ modeltypeId, version }) => ({
      modeltypeId,
      indexUrl:
        version && `/files/pointgrab/meshes/${siteId}/${modeltypeId}/${version.folder.version}${movedQuery(version)}`,
      trianglesMost: env.exportTrianglesMost,
    })),
  };
}

/** A version of a layer, when the reader may see it and export from its site, and its capture exists for that reader; null otherwise. */
export async function findReadableLayer(
  db: Db,
  reader: Reader,
  { siteId, modeltypeId, version }: { siteId: number; modeltypeId: number; version: string },
): Promise<HeldVersion | null> {
  const layer = MESH_LAYERS.find((id) => id === modeltypeId);
  const mayExport = READERS.some((token) => isAllowedAtSite(reader.permissions, siteId, token));
  if (!layer || !mayExport || !maySeeLayer(reader.permissions, siteId, layer)) return null;
  const rows = await storedCaptures(db, and(eq(captures.siteId, siteId), eq(captures.modeltypeId, layer))!);
  const held = rows.filter((capture) => isOpenTo(reader, capture)).map(({ filepath }) => heldVersion(filepath));
  return held.find((one) => one?.folder.version === version) ?? null;
}
