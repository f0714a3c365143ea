import { Bookmark, CloudOff, MailWarning, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { PLACES_SEARCHED_FROM } from '@overlook/shared/config';
import { hasEveryWord } from '@overlook/shared/format';
import { PLACES_MESSAGES } from '@overlook/shared/messages';
import type { PlaceSummary, Snapshot } from '@overlook/shared/schemas';
import { usePlaces, useShares } from '../../../api/places.ts';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { useSelectedSiteId } from '../../../state/selected-site.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { DisclosureCard } from '../../../ui/disclosure/disclosure-card.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Switch } from '../../../ui/inputs/switch.tsx';
import { Skeleton, SkeletonList } from '../../../ui/status/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/status/state-message.tsx';
import { NewPlaceField } from './new-place-field.tsx';
import { PlaceList } from './place-list.tsx';
import { ShareDialog } from './share-dialog.tsx';
import type { PlaceView } from './place-view.ts';
import css from './places.module.css';

interface PlacesCardProps {
  /** Reads the view to save, and shows that of a Place; null until a site is shown. */
  view: PlaceView | null;
}

/** The person's own saved views (specification §2 "Places and MOC screens"). */
export function PlacesCard({ view }: PlacesCardProps) {
  const { isPlacesOpen, isEveryPlaceShown } = useSnapshot(preferences);
  const siteId = useSelectedSiteId();
  const [isSaving, setSaving] = useState(false);
  const [shared, setShared] = useState<PlaceSummary | null>(null);
  const captured = isSaving ? view : null;
  return (
    <DisclosureCard
      title={PLACES_MESSAGES['place.yourPlaces']}
      icon={Bookmark}
      isOpen={isPlacesOpen}
      onOpenChange={(isOpen) => setPreference('isPlacesOpen', isOpen)}
      actions={
        <IconButton
          icon={Plus}
          label={PLACES_MESSAGES['place.saveThisView']}
          disabled={view === null}
          onClick={() => setSaving(true)}
        />
      }
    >
      {captured && <NewPlaceField view={captured} onDone={() => setSaving(false)} />}
      <FailedShares />
      <Places
        siteId={isEveryPlaceShown ? null : siteId}
        onSave={view && (() => setSaving(true))}
        onOpen={(place) => view?.show(place)}
        onExpect={(place) => view?.expect(place)}
        onShare={setShared}
      />
      <Switch
        label={PLACES_MESSAGES['place.placesOfAllSites']}
        isOn={isEveryPlaceShown}
        onChange={(isAll) => setPreference('isEveryPlaceShown', isAll)}
      />
      {shared && <ShareDialog place={shared} onClose={() => setShared(null)} />}
    </DisclosureCard>
  );
}

interface PlacesProps {
  /** Null for all sites. */
  siteId: number | null;
  onSave: (() => void) | null;
  onOpen: (place: Snapshot) => void;
  onExpect: (place: Snapshot | null) => void;
  onShare: (place: PlaceSummary) => void;
}

function Places({ siteId, onSave, onOpen, onExpect, onShare }: PlacesProps) {
  const places = usePlaces(siteId);
  const [search, setSearch] = useState('');
  // Kept here until the panel closes, because the list is removed when its last Place is archived.
  const [archived, setArchived] = useState<readonly PlaceSummary[]>([]);
  if (!places.data) {
    if (!places.isError)
      return <SkeletonList label={PLACES_MESSAGES['place.loadingPlaces']} count={3} row={SkeletonRow} />;
    return (
      <ErrorState
        icon={CloudOff}
        title={PLACES_MESSAGES['places.fetchFailed']}
        isRetrying={places.isFetching}
        onRetry={() => void places.refetch()}
      />
    );
  }
  const { snapshots } = places.data;
  if (snapshots.length === 0 && archived.length === 0) {
    return (
      <EmptyState icon={Bookmark} title={PLACES_MESSAGES['places.empty']} hint={PLACES_MESSAGES['places.emptyHint']}>
        {onSave && <Button onClick={onSave}>{PLACES_MESSAGES['place.saveThisView']}</Button>}
      </EmptyState>
    );
  }
  const isSearched = snapshots.length >= PLACES_SEARCHED_FROM;
  const found = isSearched ? snapshots.filter(({ name }) => hasEveryWord(name, search)) : snapshots;
  return (
    <>
      {isSearched && (
        <TextField
          label={PLACES_MESSAGES['place.searchPlaces']}
          isLabelHidden
          type="search"
          placeholder={PLACES_MESSAGES['place.searchPlaces']}
          size="m"
          icon={Search}
          value={search}
          onChange={setSearch}
        />
      )}
      {found.length === 0 && archived.length === 0 ? (
        <EmptyState icon={Search} title={PLACES_MESSAGES['places.noMatch']}>
          <Button onClick={() => setSearch('')}>{PLACES_MESSAGES['place.clearSearch']}</Button>
        </EmptyState>
      ) : (
        <PlaceList
          places={found}
          archived={archived}
          onArchived={setArchived}
          isSiteNamed={siteId === null}
          onOpen={onOpen}
          onExpect={onExpect}
          onShare={onShare}
        />
      )}
    </>
  );
}

const SkeletonRow = () => (
  <div className={css.row}>
    <Skeleton className={css.picture} />
    <Skeleton className={css.skeletonName} />
  </div>
);

/** Lists the mails of the last days that could not be delivered; nothing where all were sent. */
function FailedShares() {
  const failed = (useShares().data?.shares ?? []).filter(({ status }) => status === 'failed');
  if (failed.length === 0) return null;
  return (
    <div className={css.failed} role="status">
      <MailWarning size={16} strokeWidth={1.75} aria-hidden className={css.failedIcon} />
      <p>
        {PLACES_MESSAGES['share.mailFailed']}: {[...new Set(failed.map(({ recipient }) => recipient))].join(', ')}
      </p>
    </div>
  );
}
