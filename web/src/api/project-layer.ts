import { isProjectLayer } from '@overlook/shared/config';
import { useSelectedSiteId } from '../state/selected-site.ts';
import { siteToShow, useCatalogue } from './catalogue.ts';

/** Whether the shown site has a project layer that the user may see; true until that is known. */
export function useHasProjectLayer(): boolean {
  const { data } = useCatalogue();
  const siteId = useSelectedSiteId();
  if (!data) return true;
  const site = siteToShow(data, siteId);
  const models = site ? data.modelsBySite.get(site.id) : undefined;
  return models?.some(({ modeltypeId }) => isProjectLayer(modeltypeId)) ?? false;
}
