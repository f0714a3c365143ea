import { POINT_CLOUD } from '@overlook/shared/config';
import { useSelectedSiteId } from '../state/selected-site.ts';
import { siteToShow, useCatalogue } from './catalogue.ts';

/** Address of the point cloud of the shown site; null where it has none, or where the user may not see it. */
export function usePointCloudUrl(): string | null {
  const { data } = useCatalogue();
  const siteId = useSelectedSiteId();
  const site = data && siteToShow(data, siteId);
  const models = site ? data.modelsBySite.get(site.id) : undefined;
  return models?.find(({ modeltypeId }) => modeltypeId === POINT_CLOUD.id)?.filepath ?? null;
}
