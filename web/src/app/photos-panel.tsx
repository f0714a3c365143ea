import { useSnapshot } from 'valtio';
import type { Stage } from '@overlook/engine';
import { NearbyPhotos } from '../features/viewer/photos/nearby-photos.tsx';
import { givePhotoSurroundings } from '../features/viewer/photos/photo-surroundings.ts';
import { screens } from '../features/viewer/stage/screen-store.ts';
import { useSelectedSiteId } from '../state/selected-site.ts';
import { stageChoices } from '../state/stage.ts';
import { photoSurroundings } from './photo-surroundings.ts';
import type { ScreenProps } from './screen-props.ts';

// Once, with the code of the panel.
givePhotoSurroundings(photoSurroundings);

/** Photos near a place of the selected site (specification §2 "/nearby"). At another site the list begins empty. */
export function PhotosPanel({ onClose }: ScreenProps) {
  const siteId = useSelectedSiteId();
  const { active } = useSnapshot(stageChoices);
  const stage = (useSnapshot(screens)[active]?.stage ?? null) as Stage | null;
  return siteId === null ? null : <NearbyPhotos key={siteId} siteId={siteId} stage={stage} onClose={onClose} />;
}
