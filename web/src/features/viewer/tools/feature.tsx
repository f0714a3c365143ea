import { MOCS_MESSAGES, TOOLS_MESSAGES } from '@overlook/shared/messages';
import { Ruler } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { navigate } from 'wouter/use-browser-location';
import type { Feature, StagePartProps } from '../../../parts/feature.ts';
import { lazyPanel } from '../../../parts/lazy-panel.tsx';
import { useCommand } from '../../../state/commands.ts';
import { photos } from '../../../state/photos.ts';
import { notePicked, toolsStore } from '../../../state/session-tools.ts';
import { showToast } from '../../../state/toasts.ts';
import { Crosshair } from './crosshair.tsx';
import { restoreResults } from './linked-results.ts';
import { loadTools } from './load-tools.ts';
import { ToolPrompt } from './tool-prompt.tsx';

function ActiveCrosshair({ stage, isActive, isPhone }: StagePartProps) {
  const arePhotosOpen = useSnapshot(photos).tool !== null;
  // Photos are requested by a tap, because no point has to be set exactly.
  return isActive && <Crosshair stage={stage} isAlways={isPhone && !arePhotosOpen} />;
}

function PickedObject({ stage }: StagePartProps) {
  useEffect(() => stage.on('tap', ({ hit }) => notePicked(hit)), [stage]);
  return null;
}

/** Requests of other parts of the page. */
function ToolCommands() {
  useCommand('tapTool', ({ tool, hit }) => void loadTools().then(() => toolsStore.tools?.[tool].tap(hit, null, null)));
  useCommand('showMeasurements', (saved) => {
    navigate('/tools');
    void restoreResults(saved).then((isRead) => isRead || showToast(MOCS_MESSAGES['moc.measurementsUnread'], 'error'));
  });
  return null;
}

const ToolsPanel = lazyPanel(TOOLS_MESSAGES['tools.tools'], async () => (await import('./tools-panel.tsx')).ToolsPanel);

export const tools: Feature = {
  screen: {
    path: '/tools',
    title: TOOLS_MESSAGES['tools.tools'],
    icon: Ruler,
    keys: 'T',
    place: 'panel',
    screen: ToolsPanel,
    isInTabs: true,
  },
  onStage: [
    { place: 'over', Part: ActiveCrosshair },
    { place: 'over', Part: PickedObject },
    { place: 'top', Part: ToolPrompt },
  ],
  onPage: [ToolCommands],
  preload: ToolsPanel.preload,
};
