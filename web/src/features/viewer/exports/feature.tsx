import { Box } from 'lucide-react';
import { EXPORTS_MESSAGES } from '@overlook/shared/messages';
import type { Feature } from '../../../parts/feature.ts';
import { lazyPanel } from '../../../parts/lazy-panel.tsx';
import { ExportBox } from './export-box.tsx';
import { EXPORTS_PATH, EXPORTS_TOKENS } from './exports-access.ts';

const TITLE = EXPORTS_MESSAGES['export.pointgrab'];

/** Exports of the point cloud. */
export const exports: Feature = {
  screen: {
    path: EXPORTS_PATH,
    title: TITLE,
    icon: Box,
    keys: 'X',
    toggledBy: 'toggleExports',
    place: 'panel',
    screen: lazyPanel(TITLE, async () => (await import('./exports-screen.tsx')).ExportsScreen),
    tokens: EXPORTS_TOKENS,
  },
  onPage: [({ openPath }) => <ExportBox isPanelOpen={openPath === EXPORTS_PATH} />],
};
