import { Camera, X } from 'lucide-react';
import { STAGE_MESSAGES } from '@overlook/shared/messages';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { MenuButton } from '../../../../ui/menu/menu-button.tsx';
import type { Capture } from './use-capture.ts';

/** Takes a screenshot of a size chosen in its menu; during a screenshot the button cancels it. */
export function CaptureButton({ capture, isDisabled }: { capture: Capture; isDisabled: boolean }) {
  const { isReady, isBusy, sizes, cancel } = capture;
  if (isBusy) return <IconButton icon={X} label={STAGE_MESSAGES['stage.cancelTheScreenshot']} onClick={cancel} />;
  return (
    <MenuButton
      icon={Camera}
      label={STAGE_MESSAGES['stage.screenshot']}
      isDisabled={isDisabled || !isReady}
      sections={[{ key: 'sizes', entries: sizes }]}
    />
  );
}
