import { ImageOff, Images, PictureInPicture2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSnapshot } from 'valtio';
import { PHOTOS_MESSAGES } from '@overlook/shared/messages';
import type { NearbyPhoto, SitePhotos } from '@overlook/shared/schemas';
import { useSitePhotos } from '../../../api/photos.ts';
import type { Stage } from '@overlook/engine';
import { photos, setStagePhotos, showPart } from '../../../state/photos.ts';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { showToast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Spinner } from '../../../ui/status/spinner.tsx';
import { EmptyState, ErrorState } from '../../../ui/status/state-message.tsx';
import { useLayout } from '../../../ui/use-layout.ts';
import { PhotoOptions } from './photo-options.tsx';
import { PhotoStrip } from './photo-strip.tsx';
import { PhotoViewer } from './photo-viewer.tsx';
import { openPopOut, type PopOut } from './pop-out.ts';
import { clearFilter, isNarrowed } from './search-options.ts';
import { SightList } from './sight-list.tsx';
import { stagePhotos } from './stage-photos.ts';
import { usePhotoSearch } from './use-photo-search.ts';
import { bySight, countSeeing, type SightByPhoto, useSight } from './use-sight.ts';
import css from './nearby-photos.module.css';

interface NearbyPhotosProps {
  siteId: number;
  /** The stage of the active screen; null while it opens. */
  stage: Stage | null;
  onClose: () => void;
}

/** The photos that were taken near a place: their viewer, and below it the found photos. */
export function NearbyPhotos({ siteId, stage, onClose }: NearbyPhotosProps) {
  const site = useSitePhotos(siteId);
  const search = usePhotoSearch(siteId, site, stage);
  const sight = useSight(stage);
  const { status, found, selectedId } = useSnapshot(photos);
  useStagePhotos();
  const selected = found.find(({ id }) => id === selectedId) as NearbyPhoto | undefined;
  const { popOut, open } = usePopOut(selected?.name ?? null);
  const nothing = (
    <div className={css.state}>
      <NothingShown status={status} site={site} onRetry={() => search.again()} />
    </div>
  );
  const layout = useLayout();
  const back = () => popOut?.close();
  const viewer = selected ? (
    <PhotoViewer photo={selected} isPoppedOut={popOut !== null} onPopOut={popOut ? back : open} />
  ) : (
    nothing
  );
  return (
    <Panel
      title={PHOTOS_MESSAGES['photos.nearbyPhotos']}
      isTitleHidden={layout === 'phone' || layout === 'tablet'}
      onClose={onClose}
      actions={<PhotoOptions site={site} />}
    >
      {popOut && createPortal(viewer, popOut.root)}
      {popOut && selected ? <PoppedOut onBack={back} /> : popOut ? nothing : viewer}
      {selected && <Found siteId={siteId} sight={sight} />}
    </Panel>
  );
}

/** The stages draw what the lists show. */
function useStagePhotos(): void {
  const { shown } = useSnapshot(photos);
  useEffect(() => setStagePhotos(stagePhotos(shown as readonly NearbyPhoto[])), [shown]);
}

/**
 * A window for the viewer. It remains open while nothing is found, and the next search fills it again. `name` is that
 * of its photo.
 */
function usePopOut(name: string | null) {
  const [popOut, setPopOut] = useState<PopOut | null>(null);
  useEffect(() => () => popOut?.close(), [popOut]);
  useEffect(
    () => popOut?.setTitle([name, PHOTOS_MESSAGES['photos.windowTitle']].filter(Boolean).join(', ')),
    [popOut, name],
  );
  const open = () => {
    const opened = openPopOut(() => setPopOut(null));
    if (opened) setPopOut(opened);
    else showToast(PHOTOS_MESSAGES['photos.popOutBlocked'], 'error');
  };
  return { popOut, open };
}

/** In place of a viewer that has a window of its own. */
const PoppedOut = ({ onBack }: { onBack: () => void }) => (
  <div className={css.state}>
    <EmptyState
      icon={PictureInPicture2}
      title={PHOTOS_MESSAGES['photos.poppedOut']}
      hint={PHOTOS_MESSAGES['photos.poppedOutHint']}
    >
      <Button onClick={onBack}>{PHOTOS_MESSAGES['photos.backIntoThePanel']}</Button>
    </EmptyState>
  </div>
);

/** All that were found: as thumbnails, or by how well they see the point. */
function Found({ siteId, sight }: { siteId: number; sight: SightByPhoto | null }) {
  const { found } = useSnapshot(photos);
  const { isNearbyList } = useSnapshot(preferences);
  const [isNarrowed, setNarrowed] = useState(false);
  const isList = isNearbyList && sight !== null;
  const listed = useMemo(() => {
    const all = found as readonly NearbyPhoto[];
    return isList ? bySight(all, sight, isNarrowed) : all;
  }, [found, sight, isList, isNarrowed]);
  // The keys and the stages follow. The list itself does not wait for that: its order and its verdicts change together.
  useEffect(() => showPart(listed), [listed]);
  if (!isList) {
    return (
      <PhotoStrip
        found={found as readonly NearbyPhoto[]}
        seeing={sight && countSeeing(sight)}
        onList={() => setPreference('isNearbyList', true)}
      />
    );
  }
  return (
    <SightList
      siteId={siteId}
      listed={listed}
      sight={sight}
      isNarrowed={isNarrowed}
      onNarrow={setNarrowed}
      onStrip={() => setPreference('isNearbyList', false)}
    />
  );
}

interface NothingShownProps {
  status: (typeof photos)['status'];
  site: SitePhotos | null;
  onRetry: () => void;
}

function NothingShown({ status, site, onRetry }: NothingShownProps) {
  const filter = useSnapshot(preferences);
  const { nearbyMode } = filter;
  const isWithout = site !== null && Object.values(site.counts).every((count) => count === 0);
  if (status === 'failed')
    return <ErrorState icon={ImageOff} title={PHOTOS_MESSAGES['photos.searchFailed']} onRetry={onRetry} />;
  if (status === 'searching' || (status === 'idle' && nearbyMode === 'camera')) {
    return (
      <p role="status" className={css.searching}>
        <Spinner />
        {PHOTOS_MESSAGES['photos.searching']}
      </p>
    );
  }
  if (status === 'found') {
    return (
      <EmptyState icon={ImageOff} title={PHOTOS_MESSAGES['photos.none']}>
        {isNarrowed(filter, site) && <Button onClick={clearFilter}>{PHOTOS_MESSAGES['photos.clearFilters']}</Button>}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={Images}
      title={PHOTOS_MESSAGES['photos.waiting']}
      {...(isWithout && { hint: PHOTOS_MESSAGES['photos.noneAtSite'] })}
    />
  );
}
