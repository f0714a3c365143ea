import { isAllowed } from '@overlook/shared/permissions';
import { useInstanceInfo } from '../../../api/catalogue.ts';
import { useSelectedSiteId } from '../../../state/selected-site.ts';
import { useSignedIn } from '../../../state/session-context.tsx';
import { type MenuGroup, menuGroups } from './menu-groups.ts';

/** The menu of whoever is signed in. */
export function useMenuGroups(): MenuGroup[] {
  const { permissions } = useSignedIn();
  const siteId = useSelectedSiteId();
  const features = useInstanceInfo()?.features ?? [];
  return menuGroups({ features, isAllowed: (token) => isAllowed(permissions, siteId, token) });
}
