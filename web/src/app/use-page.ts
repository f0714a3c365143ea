import { useEffect } from 'react';
import { siteToShow, useCatalogue } from '../api/catalogue.ts';
import { preferences, setPreference } from '../state/preferences.ts';
import { useSelectedSiteId } from '../state/selected-site.ts';
import { whenModelVisible } from '../state/stage.ts';
import { watchInputModality } from '../ui/input-modality.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { useDocumentTitle } from './document-title.ts';
import { FEATURES } from './features.tsx';
import { useBookmark } from './link/use-bookmark.ts';
import { useLink } from './link/use-link.ts';
import { useRegionKeys } from './region-keys.ts';
import { useAskingHistory } from './use-asking-history.ts';
import { exposeOverlook } from './viewer-api/expose-overlook.ts';

/** Loads the forms and what they need after the first picture, which does not need them. Returns what cancels it. */
function preloadLater(): () => void {
  let cancel = whenIdle(() => (cancel = whenModelVisible(preloadForms)));
  return () => cancel();
}

function preloadForms(): void {
  for (const { preload } of FEATURES) void preload?.();
}

/** What the page does beside its elements: its title, its address and history, keys between regions, and the first site. */
export function usePage(title: string, productName: string): void {
  useDocumentTitle(title, productName);
  useRegionKeys();
  useEffect(watchInputModality, []);
  useEffect(exposeOverlook, []);
  useShownSiteIsSelected();
  useEffect(preloadLater, []);
  useAskingHistory();
  useLink();
  useBookmark();
}

/** Keeps an existing site selected, so that permissions and panels refer to the shown site. */
function useShownSiteIsSelected(): void {
  const { data } = useCatalogue();
  const selectedSiteId = useSelectedSiteId();
  useEffect(() => {
    // The link to a change may have selected a site just before: this runs again with it.
    if (preferences.selectedSiteId !== selectedSiteId) return;
    const site = data && siteToShow(data, selectedSiteId);
    if (site && site.id !== selectedSiteId) setPreference('selectedSiteId', site.id);
  }, [data, selectedSiteId]);
}
