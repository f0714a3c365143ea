import { PLACES_MESSAGES } from '@overlook/shared/messages';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { api } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import type { PlaceView } from '../../features/viewer/places/place-view.ts';
import { showToast } from '../../state/toasts.ts';
import { MAIN_VIEW } from '../main-view.ts';
import { usePlaceView } from './saved-view.ts';

const FOLDER = '/bookmark/';
const BOOKMARK = /^\/bookmark\/([1-9]\d{0,9})\/([1-9]\d{0,9})\/?$/;

/** Site and Place that an address names (specification §2 "/bookmark"); null for every other address. */
export function bookmarkOf(path: string): { siteId: number; id: number } | null {
  const found = BOOKMARK.exec(path);
  return found && { siteId: Number(found[1]), id: Number(found[2]) };
}

/** Opens the Place that the address names, then navigates to the main view; an address that can name none is said to lead to none. */
export function useBookmark(): void {
  const [path, navigate] = useLocation();
  const view = usePlaceView();
  const openedPath = useRef<string | null>(null);
  useEffect(() => {
    const named = bookmarkOf(path);
    if (!path.startsWith(FOLDER)) openedPath.current = null;
    else if (!named && openedPath.current !== path) {
      // Said at once: the route of an address that leads nowhere is left in the same moment.
      openedPath.current = path;
      showToast(PLACES_MESSAGES['bookmark.notFound'], 'error');
    }
    if (!named || !view || openedPath.current === path) return;
    openedPath.current = path;
    void openPlace(named, view).then(() => navigate(MAIN_VIEW.path, { replace: true }));
  }, [path, view, navigate]);
}

/** Shows a Place, or the reason why it is not shown. */
export async function openPlace(
  { siteId, id }: { siteId: number; id: number },
  view: Pick<PlaceView, 'show'>,
): Promise<void> {
  try {
    const { snapshot } = await api.snapshots.get.query({ id });
    if (snapshot.siteId !== siteId) showToast(PLACES_MESSAGES['bookmark.notFound'], 'error');
    else if (snapshot.archived) showToast(PLACES_MESSAGES['place.isArchived'], 'error');
    else view.show(snapshot);
  } catch (error) {
    const { httpStatus, shortMessage } = failureOf(error);
    if (shortMessage === 'ARCHIVED') showToast(PLACES_MESSAGES['place.isArchived'], 'error');
    else
      showToast(
        httpStatus === 404 ? PLACES_MESSAGES['bookmark.notFound'] : PLACES_MESSAGES['bookmark.loadFailed'],
        'error',
      );
  }
}
