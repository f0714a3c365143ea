import { navigate } from 'wouter/use-browser-location';
import type { ToolHit } from '@overlook/engine';
import type { PhotoSurroundings } from '../features/viewer/photos/photo-surroundings.ts';
import { startMocAt } from '../features/viewer/mocs/form/start-moc.ts';
import { activeScreen, openStages } from '../features/viewer/stage/screen-store.ts';
import { loadTools, type Tools, toolsStore } from '../features/viewer/tools/tools-store.ts';
import { preferences } from '../state/preferences.ts';
import { bookmarkOf } from './link/saved-view.ts';
import { mocFormPath } from './moc-form-path.ts';

const withTool = (name: keyof Tools) => (hit: ToolHit) =>
  void loadTools().then(() => toolsStore.tools?.[name].tap(hit, null, null));

/** The parts of stages, tools and changes that photos use. */
export const photoSurroundings: PhotoSurroundings = {
  activeStage: () => activeScreen().stage,
  stages: () => openStages().map(({ stage }) => stage),
  addTarget: withTool('target'),
  addMeasuringPoint: withTool('measure'),
  startMoc(hit, userId) {
    const { selectedSiteId } = preferences;
    const { stage } = activeScreen();
    if (selectedSiteId === null) return;
    startMocAt({ userId, siteId: selectedSiteId, pointEcef: hit.pointEcef, bookmark: stage && bookmarkOf(stage) });
    navigate(mocFormPath(null));
  },
};
