import { useSnapshot } from 'valtio';
import type { Stage } from '@overlook/engine';
import { NearbyPhotos } from './nearby-photos.tsx';
import { screens } from '../../../state/screens.ts';
import { useSelectedSiteId } from '../../../state/selected-site.ts';
import { stageChoices } from '../../../state/stage.ts';
import type { ScreenProps } from '../../../parts/feature.ts';

/** Photos near a place of the selected site (specification §2 "/nearby"). At another site the list begins empty. */
export function PhotosPanel({ onClose }: ScreenProps) {
  const siteId = useSelectedSiteId();
  const { active } = useSnapshot(stageChoices);
  const stage = (useSnapshot(screens)[active]?.stage ?? null) as Stage | null;
  return siteId === null ? null : <NearbyPhotos key={siteId} siteId={siteId} stage={stage} onClose={onClose} />;
}
