import { Camera, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { showToast } from '../../../ui/toast/toasts.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { useScreen } from '../screen-context.ts';
import { useShownSite } from '../use-stage-site.ts';
import { captureName } from './capture-name.ts';
import { saveFile } from '../../../ui/save-file.ts';

/** Saves what the active screen shows, marks and credits included, as a JPEG. */
export function CaptureButton() {
  const { stage } = useScreen();
  const slug = useShownSite()?.site.slug ?? 'view';
  const [isBusy, setBusy] = useState(false);
  const capture = async () => {
    if (!stage || isBusy) return;
    setBusy(true);
    try {
      saveFile(await stage.screenshot(), captureName(slug, new Date()));
    } catch (error) {
      console.error(error);
      showToast('stage.captureFailed', 'error');
    } finally {
      setBusy(false);
    }
  };
  return (
    <IconButton
      icon={isBusy ? LoaderCircle : Camera}
      label="Screenshot"
      disabled={!stage}
      aria-busy={isBusy}
      onClick={() => void capture()}
    />
  );
}
