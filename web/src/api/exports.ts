import { EXPORTS_MESSAGES } from '@overlook/shared/messages';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { EXPORTS } from '@overlook/shared/config';
import { type CountGrid, decodeCountGrid } from '@overlook/shared/points';
import { decodeMeshIndex, type MeshIndex } from '@overlook/shared/meshes';
import type { Download, ExportInput, DrawingInput, LayerExportInput } from '@overlook/shared/schemas';
import { api, authorization } from './client.ts';
import { procedures, queryClient } from './queries.ts';
import { watchedFetch } from './watched-fetch.ts';

/**
 * The cloud of a site for exports, of a capture or of the current one; null where there is none. Nothing is requested while `siteSlug`
 * is null.
 */
export const usePointcloud = (siteSlug: string | null, captureId: number | null) =>
  useQuery(
    procedures.exports.pointcloud.queryOptions(
      { siteSlug: siteSlug ?? '', ...(captureId !== null && { captureId }) },
      {
        select: ({ pointcloud }) => pointcloud,
        enabled: siteSlug !== null,
        meta: { failureText: EXPORTS_MESSAGES['exports.checkFailed'] },
      },
    ),
  );

/**
 * The layers of a site whose meshes can be exported: their newest captures, and `captureId` in place of that of its layer; nothing is
 * requested while `siteSlug` is null.
 */
export const useMeshLayers = (siteSlug: string | null, captureId: number | null) =>
  useQuery(
    procedures.exports.layers.queryOptions(
      { siteSlug: siteSlug ?? '', ...(captureId !== null && { captureId }) },
      {
        placeholderData: keepPreviousData,
        select: ({ layers }) => layers,
        enabled: siteSlug !== null,
        meta: { failureText: EXPORTS_MESSAGES['export.layersFailed'] },
      },
    ),
  );

/**
 * How the points of a cloud are spread, for estimates; `gridUrl` is that of the cloud; with null nothing is requested.
 */
export const useCountGrid = (gridUrl: string | null) =>
  useQuery({
    queryKey: ['count grid', gridUrl],
    queryFn: async ({ signal }): Promise<CountGrid> => decodeCountGrid(await fetchBytes(gridUrl!, signal)),
    enabled: gridUrl !== null,
    staleTime: Infinity,
  });

/**
 * Where the triangles of a layer are, for estimates; `indexUrl` is that of the layer; with null nothing is requested.
 */
export const useMeshIndex = (indexUrl: string | null) =>
  useQuery({
    queryKey: ['mesh index', indexUrl],
    queryFn: async ({ signal }): Promise<MeshIndex> => decodeMeshIndex(await fetchBytes(indexUrl!, signal)),
    enabled: indexUrl !== null,
    staleTime: Infinity,
  });

async function fetchBytes(address: string, signal: AbortSignal): Promise<Uint8Array> {
  const response = await watchedFetch(`/api${address}`, { headers: authorization(), signal });
  if (!response.ok) throw new Error(`${address} was answered with status ${response.status}.`);
  return new Uint8Array(await response.arrayBuffer());
}

interface DownloadsWatch {
  /** Null asks for nothing. */
  readonly siteSlug: string | null;
  /** The list is on the page. Besides it, the number of unfinished exports is shown while there are any. */
  readonly isShown: boolean;
}

/**
 * The exports of a site, newest first; fetched repeatedly while they are shown (specification §9), until that fails.
 */
export const useDownloads = ({ siteSlug, isShown }: DownloadsWatch) =>
  useQuery(
    procedures.exports.downloads.queryOptions(
      { siteSlug: siteSlug ?? '' },
      {
        select: ({ downloads }) => downloads,
        enabled: siteSlug !== null,
        staleTime: 0,
        meta: { failureText: EXPORTS_MESSAGES['exports.fetchFailed'] },
        refetchInterval({ state }) {
          if (state.status === 'error') return false;
          return isShown || state.data?.downloads.some(isPending) ? EXPORTS.pollMs : false;
        },
      },
    ),
  );

export const isPending = ({ status }: Pick<Download, 'status'>): boolean => status === 'pending';

/** Requests an export. Throws the error of the call. */
export async function requestExport(input: ExportInput): Promise<void> {
  await api.exports.crop.mutate(input);
  await refreshDownloads();
}

/** Requests an export of a layer. Throws the error of the call. */
export async function requestLayer(input: LayerExportInput): Promise<void> {
  await api.exports.cropLayer.mutate(input);
  await refreshDownloads();
}

/** Requests a drawing of a layer. Throws the error of the call. */
export async function requestDrawing(input: DrawingInput): Promise<void> {
  await api.exports.draw.mutate(input);
  await refreshDownloads();
}

/** Deletes an export, or cancels an unfinished one, or undoes that. Throws the error of the call. */
export async function setDownloadDeleted({ uuid }: Pick<Download, 'uuid'>, isDeleted: boolean): Promise<void> {
  await (isDeleted ? api.exports.delete : api.exports.restore).mutate({ uuid });
  await refreshDownloads();
}

const refreshDownloads = () => queryClient.invalidateQueries({ queryKey: procedures.exports.downloads.pathKey() });

/** Address of the file of an export. */
export const downloadAddress = ({ filename }: Pick<Download, 'filename'>): string =>
  `/api/files/pointgrab/download/${encodeURIComponent(filename)}`;
