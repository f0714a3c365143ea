import { type Dispatch, type SetStateAction, useRef, useState } from 'react';
import { PLACES_MESSAGES } from '@overlook/shared/messages';
import type { PlaceSummary, Snapshot } from '@overlook/shared/schemas';
import { siteToShow, useCatalogue } from '../../../api/catalogue.ts';
import { api } from '../../../api/client.ts';
import { failureOf } from '../../../api/failure.ts';
import { usePlacesChanged } from '../../../api/places.ts';
import { showToast } from '../../../state/toasts.ts';
import { drawnRows } from '../../../ui/rows/row-window.ts';
import { UndoRow } from '../../../ui/rows/undo-row.tsx';
import { useScrolledRows } from '../../../ui/rows/use-scrolled-rows.ts';
import { PlaceRow } from './place-row.tsx';
import { useExpectedPlace } from './use-expected-place.ts';
import css from './places.module.css';

interface PlaceListProps {
  places: readonly PlaceSummary[];
  /** Those that were archived here; each can be restored in its row. */
  archived: readonly PlaceSummary[];
  onArchived: Dispatch<SetStateAction<readonly PlaceSummary[]>>;
  /** Places of several sites: each names its site. */
  isSiteNamed: boolean;
  onOpen: (place: Snapshot) => void;
  /** A Place that may be opened next; null for none. */
  onExpect: (place: Snapshot | null) => void;
  onShare: (place: PlaceSummary) => void;
}

/**
 * The Places, newest first. Only visible rows are rendered, and always the one that had the focus last, with what is typed
 * in it.
 */
export function PlaceList({ places, archived, onArchived, isSiteNamed, onOpen, onExpect, onShare }: PlaceListProps) {
  const expect = useExpectedPlace(onExpect);
  const { data } = useCatalogue();
  const rows = [...places, ...archived.filter((one) => places.every(({ id }) => id !== one.id))].toSorted(
    (a, b) => b.id - a.id,
  );
  const view = useRef<HTMLDivElement>(null);
  const { first, end, topOf } = useScrolledRows(view, rows.length, { sticky: 0 });
  const [focusedId, setFocusedId] = useState<number | null>(null);
  const focused = rows.findIndex(({ id }) => id === focusedId && places.some((place) => place.id === id));
  const { archive, restore, rename, open } = useActions(onArchived, onOpen);
  return (
    <div ref={view} className={css.scroll}>
      <ul
        className={css.list}
        aria-label={PLACES_MESSAGES['place.places']}
        style={{ height: topOf(rows.length), paddingTop: topOf(first) }}
      >
        {drawnRows(rows, { first, end }, focused).map(({ item: place, row, isAway }) =>
          archived.some(({ id }) => id === place.id) ? (
            <UndoRow
              key={place.id}
              done={PLACES_MESSAGES['place.isArchivedRow']}
              name={place.name}
              onUndo={() => void restore(place)}
            />
          ) : (
            <PlaceRow
              key={place.id}
              place={place}
              at={{ row, count: rows.length, topPx: isAway ? topOf(row) : undefined }}
              siteName={isSiteNamed ? data && siteToShow(data, place.siteId)?.name : null}
              onFocus={() => setFocusedId(place.id)}
              onOpen={() => void open(place)}
              onPointed={(isPointed) => expect(isPointed ? place.id : null)}
              onRename={(name) => rename(place, name)}
              onShare={() => onShare(place)}
              onArchive={() => void archive(place)}
            />
          ),
        )}
      </ul>
    </div>
  );
}

/** What people do with a Place of the list. */
function useActions(onArchived: PlaceListProps['onArchived'], onOpen: PlaceListProps['onOpen']) {
  const changed = usePlacesChanged();
  const archive = async (place: PlaceSummary) => {
    try {
      await api.snapshots.archive.mutate({ id: place.id });
      onArchived((others) => [...others, place]);
      showToast(PLACES_MESSAGES['place.archived'], 'success');
      await changed();
    } catch {
      showToast(PLACES_MESSAGES['place.archiveFailed'], 'error');
    }
  };
  const restore = async (place: PlaceSummary) => {
    try {
      await api.snapshots.restore.mutate({ id: place.id });
      await changed();
      onArchived((others) => others.filter(({ id }) => id !== place.id));
    } catch {
      showToast(PLACES_MESSAGES['place.updateFailed'], 'error');
    }
  };
  const rename = async (place: PlaceSummary, name: string): Promise<boolean> => {
    try {
      await api.snapshots.update.mutate({ id: place.id, name });
      await changed();
      showToast(PLACES_MESSAGES['place.updated'], 'success');
      return true;
    } catch {
      showToast(PLACES_MESSAGES['place.updateFailed'], 'error');
      return false;
    }
  };
  const open = async (place: PlaceSummary) => {
    try {
      onOpen((await api.snapshots.get.query({ id: place.id })).snapshot);
    } catch (error) {
      showToast(
        failureOf(error).httpStatus === 404
          ? PLACES_MESSAGES['bookmark.notFound']
          : PLACES_MESSAGES['bookmark.loadFailed'],
        'error',
      );
    }
  };
  return { archive, restore, rename, open };
}
