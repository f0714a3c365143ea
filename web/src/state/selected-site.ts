import { proxy, useSnapshot } from 'valtio';
import { preferences, setPreference } from './preferences.ts';
import { resetSection } from './section.ts';

/** Counts the wishes to fly home, so that whoever holds the camera can follow each of them. */
export const homeRequests = proxy({ count: 0 });

export function requestHomeView(): void {
  homeRequests.count += 1;
}

/** Selects a site and asks for its home view (specification §2 "/sites"). */
export function selectSite(siteId: number): void {
  // What is cut out of one site leaves nothing of another.
  if (siteId !== preferences.selectedSiteId) resetSection();
  setPreference('selectedSiteId', siteId);
  requestHomeView();
}

/** The site chosen last in this browser, or null. It may no longer be visible to the user. */
export function useSelectedSiteId(): number | null {
  return useSnapshot(preferences).selectedSiteId;
}
