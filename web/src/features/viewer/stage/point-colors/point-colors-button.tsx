import { Palette } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { POINT_CLOUD } from '@overlook/shared/config';
import { colorModeText, STAGE_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { pointChoices } from '../../../../state/point-colors.ts';
import { preferences } from '../../../../state/preferences.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { PopoverButton } from '../../../../ui/popover-button.tsx';
import { useScreen } from '../screen-context.ts';
import { useSwipe } from '../swipe/use-swipe.ts';
import { useShownSite } from '../use-stage-site.ts';
import hud from '../hud.module.css';
import css from './point-colors-button.module.css';

const PointColorsPanel = lazy(async () => ({
  default: (await import('./point-colors-panel.tsx')).PointColorsPanel,
}));

/**
 * Options of the Point Cloud layer: the colour mode of its points, and which points are shown. Nothing while the layer
 * is not shown.
 */
export function PointColorsButton() {
  const shown = useShownSite();
  const swipe = useSwipe();
  const { stage } = useScreen();
  const { pointColorMode } = useSnapshot(preferences);
  const { hiddenClasses } = useSnapshot(pointChoices);
  if (!stage || (shown?.layer !== POINT_CLOUD.id && swipe?.secondLayer !== POINT_CLOUD.id)) return null;
  const isChanged = pointColorMode !== 'scanned' || hiddenClasses.length > 0;
  return (
    <PopoverButton
      label={formatMessage(STAGE_MESSAGES['stage.colourBy'], { colorMode: colorModeText(pointColorMode) })}
      className={classNames(hud.hud, css.button, isChanged && css.changed)}
      content={
        <Suspense fallback={null}>
          <PointColorsPanel stage={stage} />
        </Suspense>
      }
      staysOpen
    >
      <Palette size={16} strokeWidth={1.75} aria-hidden />
    </PopoverButton>
  );
}
