import { authorization } from '../../../../api/client.ts';
import type { Stage } from '@overlook/engine';
import { isOnDarkStage } from '../dark-stage.ts';
import { loadEngine } from '../open-stage.ts';
import type { CaptureSize } from './capture-sizes.ts';

export interface SizedCapture extends CaptureSize {
  /** The screen to take the picture of. */
  stage: Stage;
  basemapStyleUrl: string | null;
  signal: AbortSignal;
}

/**
 * The view of a screen, refined and drawn at another size by a hidden stage, so that the visible one does not change.
 * Rejects with the signal's reason when it is aborted.
 */
export async function captureAt({ stage, width, height, basemapStyleUrl, signal }: SizedCapture): Promise<Blob> {
  const state = stage.state();
  if (!state.site || state.layerId === null) throw new Error('There is no layer to take a picture of.');
  const { createStage, pictureState } = await loadEngine();
  const container = document.createElement('div');
  container.style.cssText = `position:fixed;left:-${2 * width}px;top:0;width:${width}px;height:${height}px`;
  const isDark = !state.swipe && isOnDarkStage(state.layerId, { isCadStageDark: !state.isGlobeUnderObjects });
  container.style.background = isDark ? 'var(--stage-backdrop-dark)' : 'var(--stage-backdrop)';
  container.inert = true;
  document.body.append(container);
  let hidden: Stage | null = null;
  try {
    hidden = await createStage({ container, basemapStyleUrl, fetchHeaders: authorization, maxPixelRatio: 1 });
    hidden.setSite(state.site);
    hidden.update(pictureState(state));
    hidden.setPose(stage.pose());
    await Promise.race([hidden.refined(), aborted(signal)]);
    return await hidden.screenshot();
  } finally {
    hidden?.destroy();
    container.remove();
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
