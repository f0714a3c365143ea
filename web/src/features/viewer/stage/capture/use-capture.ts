import { STAGE_MESSAGES } from '@overlook/shared/messages';
import { useRef, useState } from 'react';
import { useInstanceInfo } from '../../../../api/catalogue.ts';
import { preferences } from '../../../../state/preferences.ts';
import { saveFile } from '../../../../ui/save-file.ts';
import { stampedName } from '../../../../ui/stamped-name.ts';
import { showToast } from '../../../../state/toasts.ts';
import { useScreen } from '../screen-context.ts';
import { useShownSite } from '../use-stage-site.ts';
import { CAPTURE_SIZES, type CaptureSize } from './capture-sizes.ts';
import { captureAt } from './sized-capture.ts';

export interface Capture {
  readonly isReady: boolean;
  readonly isBusy: boolean;
  readonly sizes: readonly { readonly key: string; readonly label: string; readonly onAction: () => void }[];
  cancel(): void;
}

/**
 * Saves the view of the active screen, marks and credits included, as a JPEG: unchanged, or refined at another size.
 */
export function useCapture(): Capture {
  const { stage } = useScreen();
  const shown = useShownSite();
  const instance = useInstanceInfo();
  const underWay = useRef<AbortController | null>(null);
  const [isBusy, setBusy] = useState(false);

  const picture = (size: CaptureSize | null, signal: AbortSignal): Promise<Blob> => {
    if (!stage) throw new Error('There is no screen to take a picture of.');
    if (!size) return stage.screenshot();
    const basemapStyleUrl = preferences.imagery === 'configured' ? (instance?.basemapStyleUrl ?? null) : null;
    return captureAt({ stage, basemapStyleUrl, signal, ...size });
  };
  const take = async (size: CaptureSize | null) => {
    const abort = new AbortController();
    underWay.current = abort;
    setBusy(true);
    try {
      saveFile(await picture(size, abort.signal), stampedName(shown?.site.slug ?? 'view', 'jpg'));
    } catch (error) {
      if (!abort.signal.aborted) {
        console.error(error);
        showToast(STAGE_MESSAGES['stage.captureFailed'], 'error');
      }
    } finally {
      setBusy(false);
    }
  };
  return {
    isReady: stage !== null,
    isBusy,
    sizes: [
      { key: 'shown', label: STAGE_MESSAGES['stage.asShown'], onAction: () => void take(null) },
      ...CAPTURE_SIZES.map((size) => ({ key: size.key, label: size.label, onAction: () => void take(size) })),
    ],
    cancel: () => underWay.current?.abort(),
  };
}
