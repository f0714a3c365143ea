import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { type QueryKey, QueryObserver, queryOptions, useQuery } from '@tanstack/react-query';
import type {
  createMocInputSchema,
  Moc,
  MocList,
  saveAreaInputSchema,
  updateMocInputSchema,
} from '@overlook/shared/schemas';
import type { input } from 'zod';
import { api, authorization } from './client.ts';
import { EDITED } from './edited-query.ts';
import {
  type AreasByMoc,
  areasOfColumns,
  areasWith,
  listedVersion,
  listWith,
  type MocSummary,
  type SiteAreas,
  summariesOf,
} from './moc-list.ts';
import { procedures, queryClient } from './queries.ts';
import { watchedFetch } from './watched-fetch.ts';

interface SiteMoc {
  siteId: number;
  id: number;
}

export type MocToCreate = input<typeof createMocInputSchema>;
type MocToUpdate = input<typeof updateMocInputSchema>;

/** The last read list of a site; the server sends the whole list only when something has been saved since. */
const listOf = (siteId: number) =>
  queryOptions({
    queryKey: ['MOCs', siteId],
    async queryFn({ queryKey, signal }): Promise<MocList> {
      const before = queryClient.getQueryData<MocList>(queryKey);
      const { columns, ...list } = await api.mocs.list.query({ siteId, known: before?.edition }, { signal });
      return columns ? { ...list, columns } : before!;
    },
  });

/** The same for areas. */
const areasAt = (siteId: number) =>
  queryOptions({
    queryKey: ['areas of MOCs', siteId],
    async queryFn({ queryKey, signal }): Promise<SiteAreas> {
      const before = queryClient.getQueryData<SiteAreas>(queryKey);
      const { edition, columns } = await api.mocs.areas.query({ siteId, known: before?.edition }, { signal });
      return columns ? { edition, areas: areasOfColumns(columns) } : before!;
    },
  });

const meta = { failureText: MOCS_MESSAGES['mocs.fetchFailed'] } as const;
const areasIn = ({ areas }: SiteAreas): AreasByMoc => areas;

/** The changes (MOC) of a site that are not archived, the newest first; nothing is requested while `siteId` is null. */
export const useMocs = (siteId: number | null) =>
  useQuery({ ...listOf(siteId ?? 0), select: summariesOf, enabled: siteId !== null, meta });

/** The changes of a site, and their areas by the id of the change. */
export interface SiteMocs {
  readonly mocs: readonly MocSummary[];
  readonly areas: AreasByMoc;
}

const NO_MOCS: SiteMocs['mocs'] = [];
const NO_AREAS: AreasByMoc = {};

/** What has been read of them. */
export function knownMocs(siteId: number): SiteMocs {
  const list = queryClient.getQueryData(listOf(siteId).queryKey);
  const areas = queryClient.getQueryData(areasAt(siteId).queryKey);
  return { mocs: list ? summariesOf(list) : NO_MOCS, areas: areas ? areasIn(areas) : NO_AREAS };
}

/**
 * Reads the changes of a site, then their areas, and calls back at once and with everything that is read later: with the
 * same objects where nothing has changed. Returns what ends it.
 */
export function watchMocs(siteId: number, onRead: (read: SiteMocs) => void): () => void {
  const list = new QueryObserver(queryClient, { ...listOf(siteId), select: summariesOf, meta });
  const areas = new QueryObserver(queryClient, { ...areasAt(siteId), select: areasIn, meta });
  let areAreasRead = false;
  const undo: (() => void)[] = [];
  const follow = () => {
    const mocs = list.getCurrentResult().data;
    if (mocs && !areAreasRead) {
      // An observer calls back while it is being subscribed to.
      areAreasRead = true;
      undo.push(areas.subscribe(follow));
    }
    onRead({ mocs: mocs ?? NO_MOCS, areas: (mocs && areas.getCurrentResult().data) ?? NO_AREAS });
  };
  undo.push(list.subscribe(follow));
  follow();
  return () => undo.forEach((step) => step());
}

/** One change with all its parts, live; nothing is requested while `moc` is null. */
export const useMoc = (moc: SiteMoc | null) =>
  useQuery(
    procedures.mocs.get.queryOptions(moc ?? { siteId: 0, id: 0 }, {
      select: ({ moc: read }) => read,
      enabled: moc !== null,
    }),
  );

/** One change, in its state at the request; nothing is requested while `moc` is null. */
export const useEditedMoc = (moc: SiteMoc | null) =>
  useQuery({
    queryKey: ['edited MOC', moc],
    queryFn: () => fetchMoc(moc!),
    enabled: moc !== null,
    ...EDITED,
  });

/** The history of a change, and its comments. */
export const useMocHistory = (moc: SiteMoc) => useQuery(procedures.mocs.history.queryOptions(moc));
export const useMocComments = (moc: SiteMoc) => useQuery(procedures.mocs.comments.queryOptions(moc));

/** The people that can be mentioned in comments at a site; nothing is requested while `siteId` is null. */
export const useMocPeople = (siteId: number | null) =>
  useQuery(
    procedures.mocs.people.queryOptions(
      { siteId: siteId ?? 0 },
      { select: ({ people }) => people, enabled: siteId !== null },
    ),
  );

interface MocAreaPlace extends SiteMoc {
  areaUuid: string;
}

/** The objects of the Project Layer that an area of a change holds or cuts. */
export const useTouched = (area: MocAreaPlace) => useQuery(procedures.mocs.touched.queryOptions(area));

/** All of them with their features, without a limit. Throws the error of the call. */
export async function fetchTouchedFeatures(area: MocAreaPlace): Promise<{ id: number; features: number[] }[]> {
  const { id, feature } = await api.mocs.touchedFeatures.query(area);
  return id.map((one, index) => ({ id: one, features: [feature[index]!, feature[index]!] }));
}

/** The same as CSV. Throws the error of the call. */
export const fetchTouchedCsv = async (area: MocAreaPlace): Promise<string> =>
  (await api.mocs.touchedCsv.query(area)).csv.join('');

/** The changes of a site as a file. Throws when it could not be loaded. */
export async function fetchMocsFile(
  siteId: number,
  format: 'csv' | 'geojson' | 'bcfzip' | 'bcfzip?version=2.1',
): Promise<Blob> {
  const response = await watchedFetch(`/api/sites/${siteId}/mocs/export.${format}`, { headers: authorization() });
  if (!response.ok) throw new Error(`The file was answered with status ${response.status}.`);
  return response.blob();
}

/** Adds a comment, or removes one. Throws the error of the call. */
export async function addMocComment(
  moc: SiteMoc,
  comment: { guid: string; body: string; mentions: readonly number[] },
): Promise<void> {
  await api.mocs.addComment.mutate({ ...moc, ...comment, mentions: [...comment.mentions] });
  await refreshTalk(moc);
}

export async function removeMocComment(moc: SiteMoc, commentId: number): Promise<void> {
  await api.mocs.removeComment.mutate({ ...moc, commentId });
  await refreshTalk(moc);
}

/** Reads the shown changes of a site again. */
export async function refreshMocs(siteId: number): Promise<void> {
  const { get, history, comments } = procedures.mocs;
  await Promise.all([
    ...[listOf(siteId), areasAt(siteId)].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
    ...[get, history, comments].map(({ pathKey }) => queryClient.invalidateQueries({ queryKey: pathKey() })),
  ]);
}

/** Reads one shown change again; when that fails, all of them. */
export const refreshMoc = async (moc: SiteMoc): Promise<void> =>
  fetchMoc(moc).then(
    async (read) => void (await shown(read)),
    () => refreshMocs(moc.siteId),
  );

/** Reads the history of a change and its comments again. */
async function refreshTalk(moc: SiteMoc): Promise<void> {
  const { history, comments } = procedures.mocs;
  await Promise.all([history, comments].map((one) => queryClient.invalidateQueries({ queryKey: one.queryKey(moc) })));
}

/** Shows the read or saved state of a change, unless a newer version is shown; returns the shown one. */
async function shown(moc: Moc): Promise<Moc> {
  const { id, siteID: siteId } = moc;
  const [listKey, areasKey] = [listOf(siteId).queryKey, areasAt(siteId).queryKey];
  const getKey = procedures.mocs.get.queryKey({ siteId, id });
  const before = queryClient.getQueryData(listKey);
  const listed = before ? listedVersion(before, id) : 0;
  const known = Math.max(listed, queryClient.getQueryData(getKey)?.moc.version ?? 0);
  if (moc.version >= known) {
    await queryClient.cancelQueries({ queryKey: getKey });
    queryClient.setQueryData(getKey, { moc });
    await Promise.all([
      replace(listKey, () => queryClient.setQueryData(listKey, (now) => now && listWith(now, moc))),
      replace(areasKey, () => queryClient.setQueryData(areasKey, (now) => now && areasWith(now, moc))),
    ]);
  }
  await refreshTalk({ siteId, id });
  return moc;
}

/** Changes the cached data of a query. A running read may have begun before the change, so it is repeated. */
async function replace(queryKey: QueryKey, change: () => void): Promise<void> {
  if (queryClient.isFetching({ queryKey }) > 0) await queryClient.invalidateQueries({ queryKey });
  else change();
}

/** The saved state of one change. Throws the error of the call. */
export const fetchMoc = async (moc: SiteMoc): Promise<Moc> => (await api.mocs.get.query(moc)).moc;

/** Saves a new change. Throws the error of the call. */
export const createMoc = async (moc: MocToCreate): Promise<Moc> => shown((await api.mocs.create.mutate(moc)).moc);

/** Saves an edited change. Throws the error of the call: with status 409 another person has saved since its version. */
export const updateMoc = async (moc: MocToUpdate): Promise<Moc> => shown((await api.mocs.update.mutate(moc)).moc);

/** Archives or restores a change. Throws the error of the call. */
export const setMocArchived = async (moc: SiteMoc, isArchived: boolean): Promise<Moc> =>
  shown((await (isArchived ? api.mocs.archive : api.mocs.restore).mutate(moc)).moc);

type AreaToSave = input<typeof saveAreaInputSchema>;

/** Saves an area of a change. Throws the error of the call. */
export const saveMocArea = async (area: AreaToSave): Promise<Moc> => shown((await api.mocs.saveArea.mutate(area)).moc);

/** Archives or restores an area of a change. Throws the error of the call. */
export const setAreaArchived = async (area: MocAreaPlace, isArchived: boolean): Promise<Moc> =>
  shown((await (isArchived ? api.mocs.archiveArea : api.mocs.restoreArea).mutate(area)).moc);
