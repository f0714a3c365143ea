import { Sun } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { isPlainSurface } from '@overlook/shared/config';
import { STAGE_MESSAGES } from '@overlook/shared/messages';
import { preferences } from '../../../../state/preferences.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { PopoverButton } from '../../../../ui/popover-button.tsx';
import { useScreen } from '../screen-context.ts';
import { useSwipe } from '../swipe/use-swipe.ts';
import { useShownSite } from '../use-stage-site.ts';
import hud from '../hud.module.css';
import css from '../point-colors/point-colors-button.module.css';

const LightPanel = lazy(async () => ({ default: (await import('./light-panel.tsx')).LightPanel }));

/** Sun, shadows and soft shade of a layer without pictures. Nothing while none is shown. */
export function LightButton() {
  const shown = useShownSite();
  const swipe = useSwipe();
  const { stage } = useScreen();
  const { light } = useSnapshot(preferences);
  if (!stage || ![shown?.layer, swipe?.secondLayer].some((layer) => isPlainSurface(layer ?? null))) return null;
  return (
    <PopoverButton
      label={STAGE_MESSAGES['stage.light']}
      className={classNames(hud.hud, css.button, Boolean(light['sunTime']) && css.changed)}
      content={
        <Suspense fallback={null}>
          <LightPanel />
        </Suspense>
      }
      staysOpen
    >
      <Sun size={16} strokeWidth={1.75} aria-hidden />
    </PopoverButton>
  );
}
