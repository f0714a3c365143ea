import { isAllowedSomewhere } from '@overlook/shared/permissions';
import { useInstanceInfo } from '../../../../api/catalogue.ts';
import { useSignedIn } from '../../../../state/session-context.tsx';
import { type MenuGroup, menuGroups } from './menu-groups.ts';

/** The menu of the signed-in user. Its tokens are checked as the server does: no page belongs to a site. */
export function useMenuGroups(): MenuGroup[] {
  const { permissions } = useSignedIn();
  const features = useInstanceInfo()?.features ?? [];
  return menuGroups({ features, isAllowed: (token) => isAllowedSomewhere(permissions, token) });
}
