import { Images } from 'lucide-react';
import { PHOTOS_MESSAGES } from '@overlook/shared/messages';
import type { Feature, StagePartProps } from '../../../parts/feature.ts';
import { lazyPanel } from '../../../parts/lazy-panel.tsx';
import { PHOTOS_PATH } from '../../../state/photos.ts';
import { usePhotoClicks } from './photos-on-stage.ts';

const TITLE = PHOTOS_MESSAGES['photos.nearbyPhotos'];

function PhotoClicks({ stage }: StagePartProps) {
  usePhotoClicks(stage);
  return null;
}

/** Photos that were taken near a place, with their viewer. */
export const photos: Feature = {
  screen: {
    path: PHOTOS_PATH,
    title: TITLE,
    shortTitle: PHOTOS_MESSAGES['photos.photos'],
    icon: Images,
    keys: 'I',
    toggledBy: 'togglePhotos',
    place: 'panel',
    screen: lazyPanel(TITLE, async () => (await import('./photos-screen.tsx')).PhotosPanel),
    tokens: ['FEATURE:NEARBYSNAPSHOTS'],
    isRoomy: true,
    isInTabs: true,
  },
  onStage: [{ place: 'over', Part: PhotoClicks }],
};
