import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { modelType } from '@overlook/shared/config';
import { useInstanceInfo } from '../../api/catalogue.ts';
import { useLayout } from '../../ui/use-layout.ts';
import { Compass } from './compass.tsx';
import { LayerSelector } from './layer-selector.tsx';
import { openStage } from './open-stage.ts';
import { exposeOverlook } from './overlook-handle.ts';
import { ScreenMessage } from './screen-message.tsx';
import { screen } from './screen-store.ts';
import { handleStageKey } from './stage-keys.ts';
import { StageNotice } from './stage-notice.tsx';
import { TileLine } from './tile-line.tsx';
import { useShownSite, useStageSite } from './use-stage-site.ts';
import { useIsAtLeast } from './use-is-at-least.ts';
import { ZoomButtons } from './zoom-buttons.tsx';
import css from './stage-view.module.css';

/** The 3D stage: screen 1, what floats in it, and what it says about itself. */
export function StageView() {
  const canvas = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const isPhone = useLayout() === 'phone';
  const isStrip = useIsAtLeast(frame, 'layerStrip');
  const shown = useShownSite();
  const { status } = useSnapshot(screen);

  useOpenStage(canvas);
  useStageSite();
  useEffect(exposeOverlook, []);

  const layerLabel = shown && shown.layer !== null ? modelType(shown.layer).label : null;
  return (
    <div ref={frame} className={css.screen} data-layout={isPhone ? 'phone' : 'wide'}>
      <div
        ref={canvas}
        id="screen-1"
        className={css.canvas}
        role="application"
        aria-label={layerLabel ? `Screen 1, ${layerLabel}` : 'Screen 1'}
        tabIndex={0}
        onKeyDown={handleStageKey}
      />
      <TileLine />
      {status === 'running' && (
        <>
          {!isPhone && (
            <div className={css.topLeft}>
              <LayerSelector look={isStrip ? 'strip' : 'button'} />
            </div>
          )}
          <div className={css.compassCorner}>
            <Compass />
            {isPhone && <ZoomButtons />}
          </div>
        </>
      )}
      <StageNotice />
      <ScreenMessage />
    </div>
  );
}

/** Opens the stage once it is known which base map this instance has; closes it with the view. */
function useOpenStage(canvas: React.RefObject<HTMLDivElement | null>): void {
  const instance = useInstanceInfo();
  const isKnown = instance !== null;
  const basemapStyleUrl = instance?.basemapStyleUrl ?? null;
  useEffect(() => {
    if (!isKnown || !canvas.current) return undefined;
    return openStage(canvas.current, basemapStyleUrl);
  }, [isKnown, basemapStyleUrl, canvas]);
}
