import { Box } from 'lucide-react';
import type { Feature } from '../../../parts/feature.ts';
import { lazyPanel } from '../../../parts/lazy-panel.tsx';
import { ExportBox } from './export-box.tsx';
import { EXPORTS_PATH, EXPORTS_TOKENS } from './exports-access.ts';

const TITLE = 'PointGrab';

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
