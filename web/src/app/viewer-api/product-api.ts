import { createViewerApi } from '@overlook/embed/viewer/create-viewer-api';
import type { OverlookProductApi, OverlookViewerApi } from '@overlook/embed/viewer-api';
import type { Stage } from '@overlook/engine';
import { watchStages } from '../../state/watch-stages.ts';
import { loadTools } from '../../features/viewer/tools/load-tools.ts';
import { offer, shownStages, withdraw } from './page-globals.ts';
import { ProductStage } from './product-stage.ts';

/** Puts `window.overlook` onto the page; returns what takes it away. */
export function openProductApi(): () => void {
  const ofStages = new Map<Stage, OverlookProductApi>();
  const shown = () => shownStages().flatMap((stage) => ofStages.get(stage) ?? []);
  const unwatch = watchStages((stage, index) => {
    const viewed = new ProductStage(index, stage);
    ofStages.set(stage, withScreens(createViewerApi(viewed), shown));
    return () => {
      ofStages.delete(stage);
      viewed.destroy();
    };
  });
  offer('overlook', () => shown()[0]);
  // What is measured with them is among what it tells.
  void loadTools();
  return () => {
    withdraw('overlook');
    unwatch();
  };
}

const withScreens = (api: OverlookViewerApi, screens: () => readonly OverlookViewerApi[]): OverlookProductApi =>
  Object.defineProperty({ ...api } as OverlookProductApi, 'screens', { enumerable: true, get: screens });
