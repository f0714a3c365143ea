import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useInstanceInfo } from '../api/catalogue.ts';
import { bestPlan } from '../api/site-plan.ts';
import { LOOK_AT, isProjectLayer } from '@overlook/shared/config';
import { llaToEcef } from '@overlook/shared/maths';
import { selectionLabel } from '../features/cad/selection-label.ts';
import { Minimap } from '../features/minimap/minimap.tsx';
import { SectionControls } from '../features/section/section-controls.tsx';
import { SitePins } from '../features/site-pins/site-pins.tsx';
import { useSitePins } from '../features/site-pins/use-site-pins.ts';
import { ScaleBar } from '../features/stage/scale-bar.tsx';
import type { Stage } from '../engine/index.ts';
import type { ScreenExtrasProps } from '../features/stage/screen-view.tsx';
import { useShownSite } from '../features/stage/use-stage-site.ts';
import { ToolPrompt } from '../features/tools/tool-prompt.tsx';
import { notePicked, toolsStore, useActiveTool, useDrawnTools } from '../features/tools/tools-store.ts';
import { cad, noteClicked, openTree } from '../state/cad.ts';
import { preferences, setPreference } from '../state/preferences.ts';
import { section } from '../state/section.ts';
import { selectSite } from '../state/selected-site.ts';
import { requestFlyTo, stageChoices } from '../state/stage.ts';
import { carriedTools, carryTools } from '../state/tools.ts';
import { useLayout } from '../ui/use-layout.ts';
import { Crosshair } from './crosshair.tsx';
import css from './screen-extras.module.css';

/** Width of a screen from which the bar of the section and the minimap stand side by side, as in the style sheet. */
const BAR_AND_MINIMAP_FROM_PX = 1300;
/** Metres above the ground from which a place of the minimap is looked at. */
const MAP_VISIT_DISTANCE = 8 * LOOK_AT.distance;

/** What the other features put on a screen: pins, prompt, minimap, scale and the section bar. */
export function ScreenExtras({ stage, isActive, isLeading }: ScreenExtrasProps) {
  const isPhone = useLayout() === 'phone';
  const { units } = useSnapshot(preferences);
  const origin = useShownSite()?.site.data.meta.origin ?? null;
  const pins = useSitePins();
  const shownSiteId = useShownSite()?.site.id ?? null;
  useEffect(() => stage.on('tap', notePicked), [stage]);
  useObjectClicks(stage, !isPhone);
  const hasSettled = useHasSettled(stage);
  const isCrowded = useSnapshot(section).isOpen && stage.size().width < BAR_AND_MINIMAP_FROM_PX;
  return (
    <>
      <SitePins stage={stage} project={stage.project} pins={pins} selectedSiteId={shownSiteId} onSelect={selectSite} />
      {isActive && <Crosshair stage={stage} isAlways={isPhone} />}
      {isLeading && <Legend />}
      {isActive && (
        <div className={css.top}>
          <ToolPrompt />
        </div>
      )}
      {isLeading && !isPhone && (
        <>
          <div className={css.bottomLeft}>
            {hasSettled && <StageMinimap key={String(isCrowded)} stage={stage} isCrowded={isCrowded} />}
          </div>
          <div className={css.bottomRight}>
            <ScaleBar stage={stage} groundHeight={origin?.height ?? 0} units={units} />
          </div>
        </>
      )}
      {isActive && (
        <div className={css.bottom}>
          <SectionControls stage={stage} />
        </div>
      )}
    </>
  );
}

const LegendCard = lazy(async () => ({
  default: (await import('../features/cad/legend/legend-card.tsx')).LegendCard,
}));

/** Under the list of layers, while objects are coloured by a property. */
function Legend() {
  const { colours, isLegendShown } = useSnapshot(cad);
  if (!colours || !isLegendShown) return null;
  return (
    <div className={css.underLayers}>
      <Suspense fallback={null}>
        <LegendCard />
      </Suspense>
    </div>
  );
}

/** Whether the model has been there once: what is beside it begins to load only then. */
function useHasSettled(stage: Stage): boolean {
  const [hasSettled, setHasSettled] = useState(() => stage.progress().settled);
  useEffect(() => stage.on('progress', ({ settled }) => settled && setHasSettled(true)), [stage]);
  return hasSettled;
}

/** `isCrowded`: something needs its room for the moment, so it begins put away; who wants it back gets it. */
function StageMinimap({ stage, isCrowded }: Pick<ScreenExtrasProps, 'stage'> & { isCrowded: boolean }) {
  const { isMinimapHidden, isMinimapLarge, imagery, units } = useSnapshot(preferences);
  const [isPutAway, setPutAway] = useState(isCrowded);
  const instance = useInstanceInfo();
  const shown = useShownSite();
  const origin = shown?.site.data.meta.origin ?? null;
  const minimapMaxNativeZoom = shown?.site.data.minimapMaxNativeZoom ?? null;
  const models = shown?.models ?? null;
  const site = useMemo(
    () => origin && { origin, minimapMaxNativeZoom, plan: models && bestPlan(models) },
    [origin, minimapMaxNativeZoom, models],
  );
  return (
    <Minimap
      stage={stage}
      site={site}
      units={units}
      basemapStyleUrl={imagery === 'configured' ? (instance?.basemapStyleUrl ?? null) : null}
      isHidden={isMinimapHidden || isPutAway}
      onHiddenChange={(isHidden) => {
        setPutAway(false);
        setPreference('isMinimapHidden', isHidden);
      }}
      isLarge={isMinimapLarge}
      onLargeChange={(isLarge) => setPreference('isMinimapLarge', isLarge)}
      onGo={({ longitude, latitude }) =>
        requestFlyTo(llaToEcef({ longitude, latitude, height: origin?.height ?? 0 }), MAP_VISIT_DISTANCE)
      }
    />
  );
}

/** A click on the Project Layer that belongs to no tool selects the object there, and the tree opens at it. */
function useObjectClicks(stage: Stage, isTreeOpened: boolean): void {
  useEffect(
    () =>
      stage.on('tap', (hit) => {
        // Also a plane of the section that is being laid takes the click.
        if (carriedTools.override ?? carriedTools.active) return;
        if (!isProjectLayer(stage.seenLayer())) return;
        const featureId = hit?.featureId ?? null;
        noteClicked(featureId);
        // The card of the Tools shows it already.
        if (isTreeOpened && featureId !== null && toolsStore.openCard !== 'metadata') openTree();
      }),
    [stage, isTreeOpened],
  );
}

/** Hands the tools of the panel to the stages, and takes them back when the stage goes. */
export function useCarriedTools(): void {
  const active = useActiveTool();
  const drawn = useDrawnTools();
  const { layers } = useSnapshot(stageChoices);
  const screens = useSnapshot(preferences).screenCount;
  const hasObjects = layers.slice(0, screens).some(isProjectLayer);
  useEffect(() => carryTools(active, hasObjects ? [selectionLabel, ...drawn] : drawn), [active, drawn, hasObjects]);
  useEffect(() => () => carryTools(null, []), []);
}
