import { FolderOpen, Maximize2, Minimize2 } from 'lucide-react';
import { type ComponentType, useDeferredValue, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { modelType } from '@overlook/shared/config';
import { POINTS_MESSAGES, STAGE_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { useInstanceInfo } from '../../../api/catalogue.ts';
import type { Stage } from '@overlook/engine';
import { command, useCommand } from '../../../state/commands.ts';
import { preferences } from '../../../state/preferences.ts';
import { setActiveScreen, setMaximised, stageChoices } from '../../../state/stage.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useLayout } from '../../../ui/use-layout.ts';
import { Compass } from './compass.tsx';
import { LayerSelector } from './layer-selector.tsx';
import { LightButton } from './light/light-button.tsx';
import { openStage } from './open-stage.ts';
import { OpeningCard } from './opening-card.tsx';
import { PointColorsButton } from './point-colors/point-colors-button.tsx';
import { useScreen, useScreenIndex } from './screen-context.ts';
import { ScreenMessage } from './screen-message.tsx';
import { isOnDarkStage } from './dark-stage.ts';
import { handleStageKey } from './stage-keys.ts';
import { StageNotice } from './stage-notice.tsx';
import { Divider } from './swipe/late-swipe.tsx';
import { useStageSwipe } from './swipe/follow-swipe.ts';
import { type ShownSwipe, useDividerPlace, useSwipe, useSwipeCommand } from './swipe/use-swipe.ts';
import { TileLines } from './tile-line.tsx';
import { useHasOpeningFailed, useIsOpening } from './use-is-opening.ts';
import { useShownSite, useStageSite } from './use-stage-site.ts';
import { useIsAtLeast } from './use-is-at-least.ts';
import { ViewControls } from './views/late-view-controls.tsx';
import { ZoomButtons } from './zoom-buttons.tsx';
import hud from './hud.module.css';
import css from './screen-view.module.css';

/** The data of a screen for components on it. */
export interface ScreenExtrasProps {
  stage: Stage;
  isActive: boolean;
  /** It has the parts that are shown once while the screens move together: compass, scale, minimap. */
  isLeading: boolean;
}

interface ScreenViewProps {
  isOnlyOne: boolean;
  Extras: ComponentType<ScreenExtrasProps>;
}

/** One screen: the model, the controls over it, and its messages. */
export function ScreenView({ isOnlyOne, Extras }: ScreenViewProps) {
  const canvas = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const room = useRef<HTMLDivElement>(null);
  const index = useScreenIndex();
  const isPhone = useLayout() === 'phone';
  const isStrip = useIsAtLeast(room, 'layerStrip');
  const shown = useShownSite();
  const { status, stage } = useScreen();
  const { isSyncOn, isCadStageDark } = useSnapshot(preferences);
  const { active } = useSnapshot(stageChoices);
  const isActive = isOnlyOne || active === index;
  const isLeading = isActive || !isSyncOn;

  useOpenStage(index, canvas);
  useCommand('focusScreen', (screen) => screen === index && canvas.current?.focus());
  useStageSite();
  // The card goes first: what is over the picture would delay the first sight of it.
  const isOpening = useDeferredValue(useIsOpening());
  // Where the first layer cannot be loaded, the others are the way on.
  const canChooseLayer = useHasOpeningFailed() || !isOpening;

  const swipe = useSwipe();
  useStageSwipe(stage, swipe, shown?.isAwaited ? null : shown);
  useSwipeCommand(index);
  useDividerPlace(frame);

  const layerLabel = layersText(shown, swipe);
  const name = formatMessage(STAGE_MESSAGES['stage.screen'], { number: index + 1 });
  return (
    <div
      ref={frame}
      className={classNames(css.screen, !isOnlyOne && css.several)}
      data-layout={isPhone ? 'phone' : 'wide'}
      data-active={isActive && !isOnlyOne}
      data-dark={!swipe && isOnDarkStage(shown?.layer ?? null, { isCadStageDark })}
      onPointerDownCapture={() => setActiveScreen(index)}
      onFocusCapture={() => setActiveScreen(index)}
    >
      <div
        ref={canvas}
        id={`screen-${index + 1}`}
        className={css.canvas}
        role="application"
        aria-label={layerLabel ? `${name}, ${layerLabel}` : name}
        tabIndex={0}
        onKeyDown={handleStageKey}
      />
      <div ref={room} className={css.room} />
      <OpeningCard />
      <TileLines />
      {swipe && !isOpening && <Divider />}
      {status === 'running' && canChooseLayer && !isPhone && !swipe && (
        <div
          className={css.topLeft}
          onDoubleClick={() => !isOnlyOne && setMaximised(stageChoices.maximised === null ? index : null)}
        >
          <LayerSelector variant={isStrip ? 'strip' : 'button'} {...(isOnlyOne ? {} : { number: index + 1 })} />
          <PointColorsButton />
          <LightButton />
          {isOnlyOne && <OpenCloudButton />}
        </div>
      )}
      {status === 'running' && canChooseLayer && swipe && <SideLayers />}
      {status === 'running' && !isOpening && stage && (
        <>
          <CompassCorner isLeading={isLeading} isOnlyOne={isOnlyOne} />
          <Extras stage={stage} isActive={isActive} isLeading={isLeading} />
        </>
      )}
      <StageNotice />
      <ScreenMessage />
    </div>
  );
}

/** "Textured 14 Mar 2026 and Point Cloud": what a screen shows. */
function layersText(shown: ReturnType<typeof useShownSite>, swipe: ShownSwipe | null): string {
  const sides = [
    { layer: shown?.layer, capture: shown?.capture },
    { layer: swipe?.secondLayer, capture: swipe?.secondCapture },
  ];
  const labels = sides.flatMap(({ layer, capture }) =>
    typeof layer === 'number' ? [[modelType(layer).label, ...(capture ? [capture.date] : [])].join(' ')] : [],
  );
  return labels.join(' and ');
}

function CompassCorner({ isLeading, isOnlyOne }: { isLeading: boolean; isOnlyOne: boolean }) {
  const isPhone = useLayout() === 'phone';
  return (
    <div className={css.compassCorner}>
      {isLeading && (
        <div className={css.compassGroup}>
          <Compass />
          <ViewControls />
        </div>
      )}
      {/* In the corner itself: a press makes this screen the leading one, and the button must not move under it. */}
      {!isOnlyOne && <MaximiseButton />}
      {isPhone && <ZoomButtons />}
    </div>
  );
}

/** Also reached by keys, where a file would otherwise be dropped. */
const OpenCloudButton = () => (
  <div className={hud.hud}>
    <IconButton
      icon={FolderOpen}
      size="l"
      label={POINTS_MESSAGES['points.openFile']}
      onClick={() => command('openCloudFile')}
    />
  </div>
);

/** The layers of the two sides of a swipe, left and right of the top. */
const SideLayers = () =>
  (['first', 'second'] as const).map((side) => (
    <div key={side} className={classNames(css.side, css[side])}>
      <LayerSelector variant="button" side={side} />
      {side === 'first' && <PointColorsButton />}
      {side === 'first' && <LightButton />}
    </div>
  ));

/** Makes one of several screens large, or shows all again. */
function MaximiseButton() {
  const index = useScreenIndex();
  const { maximised } = useSnapshot(stageChoices);
  const isAlone = maximised === index;
  return (
    <div className={hud.hud}>
      <IconButton
        icon={isAlone ? Minimize2 : Maximize2}
        label={
          isAlone
            ? STAGE_MESSAGES['stage.showAllScreens']
            : formatMessage(STAGE_MESSAGES['stage.maximiseScreen'], { number: index + 1 })
        }
        onClick={() => setMaximised(isAlone ? null : index)}
      />
    </div>
  );
}

/** Opens the stage once it is known which base map this instance has; closes it with the view. */
function useOpenStage(index: number, canvas: React.RefObject<HTMLDivElement | null>): void {
  const instance = useInstanceInfo();
  const { imagery } = useSnapshot(preferences);
  const isKnown = instance !== null;
  const basemapStyleUrl = imagery === 'configured' ? (instance?.basemapStyleUrl ?? null) : null;
  useEffect(() => {
    if (!isKnown || !canvas.current) return undefined;
    return openStage(index, canvas.current, basemapStyleUrl);
  }, [index, isKnown, basemapStyleUrl, canvas]);
}
