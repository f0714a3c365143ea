import { POINT_CLOUD } from '@overlook/shared/config';
import { useShownCaptures } from '../state/moments.ts';
import { useSelectedSiteId } from '../state/selected-site.ts';
import { siteToShow, useCatalogue } from './catalogue.ts';

/** The point cloud of the shown site, as the active screen has it: the address of its tiles; null where it has none, or where the user may not see it. */
export function usePointCloud(): { readonly url: string; readonly siteSlug: string } | null {
  const { data } = useCatalogue();
  const siteId = useSelectedSiteId();
  const site = data && siteToShow(data, siteId);
  const captureOf = useShownCaptures(site?.id ?? null);
  const models = site ? data.modelsBySite.get(site.id) : undefined;
  const model = models?.find(({ modeltypeId }) => modeltypeId === POINT_CLOUD.id);
  return site && model ? { url: captureOf(POINT_CLOUD.id)?.url ?? model.filepath, siteSlug: site.slug } : null;
}
