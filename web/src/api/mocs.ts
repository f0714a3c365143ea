import { type QueryKey, queryOptions, useQuery } from '@tanstack/react-query';
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
import { areasOfColumns, areasWith, listedVersion, listWith, type SiteAreas, summariesOf } from './moc-list.ts';
import { procedures, queryClient } from './queries.ts';
import { watchedFetch } from './watched-fetch.ts';

interface SiteMoc {
  siteId: number;
  id: number;
}

export type MocToCreate = input<typeof createMocInputSchema>;
type MocToUpdate = input<typeof updateMocInputSchema>;

/** The list of a site, as far as it has been read; the server answers the whole only when something has been saved since. */
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

/** The changes (MOC) of a site that are not archived, the newest first; nothing is asked for while `siteId` is null. */
export const useMocs = (siteId: number | null) =>
  useQuery({
    ...listOf(siteId ?? 0),
    select: summariesOf,
    enabled: siteId !== null,
    meta: { failureKey: 'mocs.fetchFailed' },
  });

/** Their areas, by the id of the change; nothing is asked for while `siteId` is null. */
export const useMocAreas = (siteId: number | null) =>
  useQuery({
    ...areasAt(siteId ?? 0),
    select: ({ areas }) => areas,
    enabled: siteId !== null,
    meta: { failureKey: 'mocs.fetchFailed' },
  });

/** One change with all that belongs to it, live. */
export const useMoc = (moc: SiteMoc) =>
  useQuery(procedures.mocs.get.queryOptions(moc, { select: ({ moc: read }) => read }));

/** One change, as it is when it is asked for; nothing is asked for while `moc` is null. */
export const useEditedMoc = (moc: SiteMoc | null) =>
  useQuery({
    queryKey: ['edited MOC', moc],
    queryFn: () => fetchMoc(moc!),
    enabled: moc !== null,
    ...EDITED,
  });

/** What was done to a change, and what people have said about it. */
export const useMocHistory = (moc: SiteMoc) => useQuery(procedures.mocs.history.queryOptions(moc));
export const useMocComments = (moc: SiteMoc) => useQuery(procedures.mocs.comments.queryOptions(moc));

/** Who can be mentioned in comments at a site; nothing is asked for while `siteId` is null. */
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

/** All of them with their features, however many there are. Throws what the call threw. */
export async function fetchTouchedFeatures(area: MocAreaPlace): Promise<{ id: number; features: number[] }[]> {
  const { id, feature } = await api.mocs.touchedFeatures.query(area);
  return id.map((one, index) => ({ id: one, features: [feature[index]!, feature[index]!] }));
}

/** The same as CSV. Throws what the call threw. */
export const fetchTouchedCsv = async (area: MocAreaPlace): Promise<string> =>
  (await api.mocs.touchedCsv.query(area)).csv;

/** The changes of a site as a file. Throws when it could not be had. */
export async function fetchMocsFile(siteId: number, format: 'csv' | 'geojson' | 'bcfzip'): Promise<Blob> {
  const response = await watchedFetch(`/api/sites/${siteId}/mocs/export.${format}`, { headers: authorization() });
  if (!response.ok) throw new Error(`The file was answered with status ${response.status}.`);
  return response.blob();
}

/** Adds a comment, or removes one. Throws what the call threw. */
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

/** Reads again what is shown of the changes of a site. */
export async function refreshMocs(siteId: number): Promise<void> {
  const { get, history, comments } = procedures.mocs;
  await Promise.all([
    ...[listOf(siteId), areasAt(siteId)].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
    ...[get, history, comments].map(({ pathKey }) => queryClient.invalidateQueries({ queryKey: pathKey() })),
  ]);
}

/** Reads again what is shown of one change; when that fails, of all of them. */
export const refreshMoc = async (moc: SiteMoc): Promise<void> =>
  fetchMoc(moc).then(
    async (read) => void (await shown(read)),
    () => refreshMocs(moc.siteId),
  );

/** Reads again what was done to a change, and what people have said about it. */
async function refreshTalk(moc: SiteMoc): Promise<void> {
  const { history, comments } = procedures.mocs;
  await Promise.all([history, comments].map((one) => queryClient.invalidateQueries({ queryKey: one.queryKey(moc) })));
}

/** Shows a change as it was read or saved, unless a newer version of it is shown; returns it. */
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

/** Changes what is known of a query. What is being read may have been read before the change, and is read again. */
async function replace(queryKey: QueryKey, change: () => void): Promise<void> {
  if (queryClient.isFetching({ queryKey }) > 0) await queryClient.invalidateQueries({ queryKey });
  else change();
}

/** One change as it is saved now. Throws what the call threw. */
export const fetchMoc = async (moc: SiteMoc): Promise<Moc> => (await api.mocs.get.query(moc)).moc;

/** Saves a new change. Throws what the call threw. */
export const createMoc = async (moc: MocToCreate): Promise<Moc> => shown((await api.mocs.create.mutate(moc)).moc);

/** Saves an edited change. Throws what the call threw: with status 409 another person has saved since its version. */
export const updateMoc = async (moc: MocToUpdate): Promise<Moc> => shown((await api.mocs.update.mutate(moc)).moc);

/** Archives a change, or takes it back from there. Throws what the call threw. */
export const setMocArchived = async (moc: SiteMoc, isArchived: boolean): Promise<Moc> =>
  shown((await (isArchived ? api.mocs.archive : api.mocs.restore).mutate(moc)).moc);

type AreaToSave = input<typeof saveAreaInputSchema>;

/** Saves an area of a change. Throws what the call threw. */
export const saveMocArea = async (area: AreaToSave): Promise<Moc> => shown((await api.mocs.saveArea.mutate(area)).moc);

/** Archives an area of a change, or takes it back from there. Throws what the call threw. */
export const setAreaArchived = async (area: MocAreaPlace, isArchived: boolean): Promise<Moc> =>
  shown((await (isArchived ? api.mocs.archiveArea : api.mocs.restoreArea).mutate(area)).moc);
