import { STAGE_MESSAGES } from '@overlook/shared/messages';
import { setScreenCount } from '../../../../state/stage.ts';
import { Segmented } from '../../../../ui/inputs/segmented.tsx';
import { useScreenOptions } from './use-screen-options.ts';
import { useVisibleScreens } from './use-visible-screens.ts';

/** How many screens there are. */
export function ScreenCount({ isDisabled }: { isDisabled: boolean }) {
  return (
    <Segmented
      label={STAGE_MESSAGES['stage.screens']}
      segments={useScreenOptions()}
      value={String(useVisibleScreens())}
      isDisabled={isDisabled}
      onChange={(count) => setScreenCount(Number(count))}
    />
  );
}
