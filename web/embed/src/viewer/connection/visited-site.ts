import type { Capture, Model, ModelGroup, Site, Visit } from '@overlook/shared/schemas';
import { EMBED_MESSAGES } from '@overlook/shared/messages';
import { VISITOR_QUERY_FIELD } from '@overlook/shared/config';
import { modelsOfSite } from '../../site/models-of-site.ts';
import type { StageSite } from '@overlook/engine';
import { siteToStage } from '../../site/site-to-stage.ts';
import { askServer } from './ask-server.ts';
import { VisitFailure } from './visit-failure.ts';

/** The site of a visit for a stage, with absolute URLs. */
export interface VisitedSite {
  readonly site: Site;
  readonly stageSite: StageSite;
}

/** Reads the site of a visit. Rejects with a VisitFailure, also if the site has no layer to show. */
export async function readVisitedSite(server: string, { siteId, visitorToken }: Visit): Promise<VisitedSite> {
  const read = <T>(path: string) => askServer<T>(server, path, { visitorToken });
  const [{ sites }, { modelgroups }, { models }] = await Promise.all([
    read<{ sites: Site[] }>('/sites/all'),
    read<{ modelgroups: ModelGroup[] }>('/modelgroups/all'),
    read<{ models: Model[] }>('/models/all'),
  ]);
  const site = sites.find(({ id }) => id === siteId);
  const stageSite = site && siteToStage(site, modelsOfSite(site.id, modelgroups, models));
  if (!stageSite || stageSite.layers.length === 0) throw new VisitFailure('nothing', EMBED_MESSAGES['embed.nothing']);
  return { site, stageSite: withServer(stageSite, server, visitorToken) };
}

/** The captures of the site of a visit, with absolute URLs. */
export async function readSiteCaptures(server: string, { siteId, visitorToken }: Visit): Promise<Capture[]> {
  const { captures } = await askServer<{ captures: Capture[] }>(server, `/captures/${siteId}`, { visitorToken });
  return captures.map((one) => ({ ...one, filepath: new URL(one.filepath, server).href }));
}

function withServer(site: StageSite, server: string, visitorToken: string): StageSite {
  const layers = site.layers.map((layer) => ({ ...layer, url: new URL(layer.url, server).href }));
  if (!site.plan) return { ...site, layers };
  // Not through URL, because the braces of a URL template must not be encoded.
  const { tilesUrl } = site.plan;
  const absolute = tilesUrl.startsWith('/') ? server + tilesUrl : tilesUrl;
  const signed = `${absolute}?${VISITOR_QUERY_FIELD}=${encodeURIComponent(visitorToken)}`;
  return { ...site, layers, plan: { ...site.plan, tilesUrl: signed } };
}
