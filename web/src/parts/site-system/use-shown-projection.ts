import { useSnapshot } from 'valtio';
import { type Projection, preferences } from '../../state/preferences.ts';
import { type SiteSystem, useSiteSystem } from './use-site-system.ts';

/** How coordinates are written now; those of the site's system are WGS84 until it can compute. */
export function useShownProjection(): { shown: Projection; system: SiteSystem | null } {
  const { projection } = useSnapshot(preferences);
  const { system } = useSiteSystem();
  return { shown: projection === 'site' && !system ? 'wgs84' : projection, system };
}
