import { Box } from 'lucide-react';
import { VIEWER_MESSAGES } from '@overlook/shared/messages';
import type { Feature } from '../../../parts/feature.ts';
import { lazyPanel } from '../../../parts/lazy-panel.tsx';

const TITLE = VIEWER_MESSAGES['viewer.placing'];

/** Placing a capture by hand. */
export const placing: Feature = {
  screen: {
    path: '/place',
    title: TITLE,
    icon: Box,
    place: 'panel',
    screen: lazyPanel(TITLE, async () => (await import('./placing-screen.tsx')).PlacingScreen),
    tokens: ['SITES:MANAGE'],
    isUnlisted: true,
  },
};
