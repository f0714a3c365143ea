import { useQuery } from '@tanstack/react-query';
import type { createMocInputSchema, Moc, saveAreaInputSchema, updateMocInputSchema } from '@overlook/shared/schemas';
import type { input } from 'zod';
import { api, authorization } from './client.ts';
import { EDITED } from './edited-query.ts';
import { procedures, queryClient } from './queries.ts';
import { watchedFetch } from './watched-fetch.ts';

interface SiteMoc {
  siteId: number;
  id: number;
}

type MocToCreate = input<typeof createMocInputSchema>;
type MocToUpdate = input<typeof updateMocInputSchema>;

/** The changes (MOC) of a site that are not archived; nothing is asked for while `siteId` is null. */
export const useMocs = (siteId: number | null) =>
  useQuery(
    procedures.mocs.all.queryOptions(
      { siteId: siteId ?? 0 },
      { select: ({ mocs }) => mocs, enabled: siteId !== null, meta: { failureKey: 'mocs.fetchFailed' } },
    ),
  );

/** One change, as it is when it is asked for; nothing is asked for while `moc` is null. */
export const useMoc = (moc: SiteMoc | null) =>
  useQuery(
    procedures.mocs.get.queryOptions(moc ?? { siteId: 0, id: 0 }, {
      select: ({ moc: read }) => read,
      enabled: moc !== null,
      ...EDITED,
    }),
  );

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
  comment: { body: string; mentions: readonly number[] },
): Promise<void> {
  await api.mocs.addComment.mutate({ ...moc, ...comment, mentions: [...comment.mentions] });
  await refreshMocs(moc.siteId);
}

export async function removeMocComment(moc: SiteMoc, commentId: number): Promise<void> {
  await api.mocs.removeComment.mutate({ ...moc, commentId });
  await refreshMocs(moc.siteId);
}

/** Reads again what is shown of the changes of a site. */
export async function refreshMocs(siteId: number): Promise<void> {
  const { all, history, comments } = procedures.mocs;
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: all.queryKey({ siteId }) }),
    ...[history, comments].map(({ pathKey }) => queryClient.invalidateQueries({ queryKey: pathKey() })),
  ]);
}

/** One change as it is saved now. Throws what the call threw. */
export const fetchMoc = async (moc: SiteMoc): Promise<Moc> => (await api.mocs.get.query(moc)).moc;

/** Saves a new change. Throws what the call threw. */
export const createMoc = async (moc: MocToCreate): Promise<Moc> =>
  refreshed(moc, (await api.mocs.create.mutate(moc)).moc);

/** Saves an edited change. Throws what the call threw: with status 409 another person has saved since its version. */
export const updateMoc = async (moc: MocToUpdate): Promise<Moc> =>
  refreshed(moc, (await api.mocs.update.mutate(moc)).moc);

/** Archives a change, or takes it back from there. Throws what the call threw. */
export async function setMocArchived(moc: SiteMoc, isArchived: boolean): Promise<Moc> {
  const saved = await (isArchived ? api.mocs.archive : api.mocs.restore).mutate(moc);
  return refreshed(moc, saved.moc);
}

type AreaToSave = input<typeof saveAreaInputSchema>;

/** Saves an area of a change. Throws what the call threw. */
export const saveMocArea = async (area: AreaToSave): Promise<Moc> =>
  refreshed(area, (await api.mocs.saveArea.mutate(area)).moc);

/** Archives an area of a change, or takes it back from there. Throws what the call threw. */
export async function setAreaArchived(area: MocAreaPlace, isArchived: boolean): Promise<Moc> {
  const saved = await (isArchived ? api.mocs.archiveArea : api.mocs.restoreArea).mutate(area);
  return refreshed(area, saved.moc);
}

/** The saved change, once the lists show it. */
async function refreshed({ siteId }: { siteId: unknown }, saved: Moc): Promise<Moc> {
  await refreshMocs(Number(siteId));
  return saved;
}
