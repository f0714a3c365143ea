import { SITES_MESSAGES, STAGE_MESSAGES } from '@overlook/shared/messages';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PermissionMap } from '@overlook/shared/permissions';
import type { Model, ModelGroup, Site } from '@overlook/shared/schemas';
import { endSession } from '../state/session.ts';
import { modelsOfSite } from '@overlook/embed/site/models-of-site';
import { procedures, queryClient } from './queries.ts';

/** Sites, with the handling of a failed answer: it also clears the stored session (specification §8). */
const sitesQuery = () =>
  procedures.sites.all.queryOptions(undefined, {
    meta: { failureText: SITES_MESSAGES['sites.fetchFailed'], onAnswerFailure: endSession },
  });
const modelGroupsQuery = () =>
  procedures.modelGroups.all.queryOptions(undefined, {
    meta: { failureText: STAGE_MESSAGES['modelGroups.fetchFailed'] },
  });
const modelsQuery = () =>
  procedures.models.all.queryOptions(undefined, { meta: { failureText: STAGE_MESSAGES['models.fetchFailed'] } });

/** Starts fetching the lists that the main view begins with, in one request. */
export function prefetchCatalogue(): void {
  void queryClient.prefetchQuery(procedures.auth.check.queryOptions());
  void queryClient.prefetchQuery(sitesQuery());
  void queryClient.prefetchQuery(modelGroupsQuery());
  void queryClient.prefetchQuery(modelsQuery());
  void queryClient.prefetchQuery(procedures.instance.info.queryOptions());
}

export interface Catalogue {
  sites: readonly Site[];
  modelsBySite: ReadonlyMap<number, Model[]>;
}

const catalogueOf = (sites: readonly Site[], groups: readonly ModelGroup[], models: readonly Model[]): Catalogue => ({
  sites,
  modelsBySite: new Map(sites.map((site) => [site.id, modelsOfSite(site.id, groups, models)] as const)),
});

/** Sites with their models, once the lists have loaded. Rejects with the first of them that fails. */
export async function fetchCatalogue(): Promise<Catalogue> {
  const [{ sites }, { modelgroups }, { models }] = await Promise.all([
    queryClient.ensureQueryData(sitesQuery()),
    queryClient.ensureQueryData(modelGroupsQuery()),
    queryClient.ensureQueryData(modelsQuery()),
  ]);
  return catalogueOf(sites, modelgroups, models);
}

/** A site of the list that is here; null for none. */
export const knownSite = (siteId: number | null): Site | null =>
  queryClient.getQueryData(sitesQuery().queryKey)?.sites.find(({ id }) => id === siteId) ?? null;

/** The same, live; it fetches nothing. */
export function useKnownSite(siteId: number | null): Site | null {
  const { data } = useQuery({ ...sitesQuery(), enabled: false });
  return data?.sites.find(({ id }) => id === siteId) ?? null;
}

/** The permissions of the user in the last response; none before the first. */
export const knownPermissions = (): PermissionMap =>
  queryClient.getQueryData(procedures.auth.check.queryKey())?.permissions ?? { 0: {} };

/** Sites with their models, or the progress of loading the lists. */
export function useCatalogue() {
  const sites = useQuery(sitesQuery());
  const groups = useQuery(modelGroupsQuery());
  const models = useQuery(modelsQuery());
  const queries = [sites, groups, models];
  const data = useMemo<Catalogue | null>(() => {
    if (!sites.data || !groups.data || !models.data) return null;
    return catalogueOf(sites.data.sites, groups.data.modelgroups, models.data.models);
  }, [sites.data, groups.data, models.data]);
  return {
    data,
    isError: queries.some((query) => query.isError),
    isFetching: queries.some((query) => query.isFetching),
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}

/** The facts about this instance, once known. */
export function useInstanceInfo() {
  return useQuery(procedures.instance.info.queryOptions()).data ?? null;
}

/**
 * The site to show: the chosen one while it is visible, else the one with the most layers (the first of these in the list).
 */
export function siteToShow(catalogue: Catalogue, selectedSiteId: number | null): Site | null {
  const { sites, modelsBySite } = catalogue;
  const layers = (site: Site): number => modelsBySite.get(site.id)?.length ?? 0;
  const chosen = sites.find((site) => site.id === selectedSiteId);
  if (chosen) return chosen;
  return sites.reduce<Site | null>((best, site) => (best && layers(best) >= layers(site) ? best : site), null);
}
