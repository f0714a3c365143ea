import { authorization } from '../../../api/client.ts';
import type { Stage, StageSite } from '../../../engine/index.ts';
import { preferences } from '../../../state/preferences.ts';
import { section } from '../../../state/section.ts';
import { carriedTools } from '../../../state/tools.ts';
import { isOnDarkStage } from '../dark-stage.ts';
import { applyChoices, loadEngine } from '../open-stage.ts';
import type { CaptureSize } from './capture-sizes.ts';

export interface SizedCapture extends CaptureSize {
  /** The screen to take the picture of. */
  stage: Stage;
  site: StageSite;
  basemapStyleUrl: string | null;
  signal: AbortSignal;
}

/**
 * What a screen shows, refined and drawn anew at another size by a stage out of sight, so that the one in sight stays as it
 * is. Rejects with the signal's reason when it is aborted.
 */
export async function captureAt({ stage, site, width, height, basemapStyleUrl, signal }: SizedCapture): Promise<Blob> {
  const layer = stage.layer();
  if (layer === null) throw new Error('There is no layer to take a picture of.');
  const { createStage } = await loadEngine();
  const container = document.createElement('div');
  container.style.cssText = `position:fixed;left:-${2 * width}px;top:0;width:${width}px;height:${height}px`;
  if (isOnDarkStage(layer, preferences)) container.style.background = 'var(--stage-dark-bottom)';
  container.inert = true;
  document.body.append(container);
  let hidden: Stage | null = null;
  try {
    hidden = await createStage({ container, basemapStyleUrl, fetchHeaders: authorization, maxPixelRatio: 1 });
    hidden.setSite(site);
    hidden.setLayer(layer);
    // The layer says whether the globe is shown.
    applyChoices(hidden);
    hidden.setPose(stage.pose());
    hidden.setSection(section.volume, null);
    hidden.carryTools(null, carriedTools.drawn);
    await Promise.race([hidden.idle(), aborted(signal)]);
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
