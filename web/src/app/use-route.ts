import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { isAllowed } from '@overlook/shared/permissions';
import { siteToShow, useCatalogue } from '../api/catalogue.ts';
import { useSelectedSiteId } from '../state/selected-site.ts';
import { useSignedIn } from '../state/session-context.tsx';
import { bookmarkOf } from './link/use-bookmark.ts';
import { MAIN_VIEW } from './main-view.ts';
import { type Route, routeFor } from './routes.ts';

/**
 * The open route; null for the main view. An unknown address gives the main view, and so does one that the user may not
 * open at the selected site, as soon as that site is known.
 */
export function useRoute(): Route | null {
  const [path, navigate] = useLocation();
  const { permissions } = useSignedIn();
  const { data } = useCatalogue();
  const siteId = useSelectedSiteId();
  const route = routeFor(path);
  const isOpen = route !== null && (!route.tokens || isAllowed(permissions, siteId, route.tokens, 'or'));
  const isSiteKnown = data !== null && (siteToShow(data, siteId)?.id ?? siteId) === siteId;
  const leadsNowhere = route ? !isOpen && isSiteKnown : path !== MAIN_VIEW.path && !bookmarkOf(path);
  useEffect(() => {
    if (leadsNowhere) navigate(MAIN_VIEW.path, { replace: true });
  }, [leadsNowhere, navigate]);
  return isOpen ? route : null;
}
