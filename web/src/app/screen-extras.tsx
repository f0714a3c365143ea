import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { navigate } from 'wouter/use-browser-location';
import { useInstanceInfo } from '../api/catalogue.ts';
import { bestPlan } from '@overlook/embed/site/best-plan';
import { LOOK_AT, isProjectLayer } from '@overlook/shared/config';
import { llaToEcef } from '@overlook/shared/maths';
import { selectFeature } from '../features/viewer/cad/select-items.ts';
import { selectionLabel } from '../features/viewer/cad/selection-label.ts';
import { CloudFiles } from '../features/viewer/local-clouds/cloud-files.tsx';
import { Minimap } from '../features/viewer/minimap/minimap.tsx';
import { usePhotoClicks } from '../features/viewer/photos/photos-on-stage.ts';
import { SectionControls } from '../features/viewer/section/section-controls.tsx';
import { SitePins } from '../features/viewer/site-pins/site-pins.tsx';
import { useSitePins } from '../features/viewer/site-pins/use-site-pins.ts';
import { ScaleBar } from '../features/viewer/stage/scale-bar.tsx';
import type { Stage, StageTool } from '@overlook/engine';
import type { ScreenExtrasProps } from '../features/viewer/stage/screen-view.tsx';
import { SwipeBar } from '../features/viewer/stage/swipe/swipe-bar.tsx';
import { useSwipe } from '../features/viewer/stage/swipe/use-swipe.ts';
import { useIsOpening } from '../features/viewer/stage/use-is-opening.ts';
import { useShownSite } from '../features/viewer/stage/use-stage-site.ts';
import { ToolPrompt } from '../features/viewer/tools/tool-prompt.tsx';
import { notePicked, toolsStore, useActiveTool, useDrawnTools } from '../features/viewer/tools/tools-store.ts';
import { cad, openTree } from '../state/cad.ts';
import { lazyPart } from '../parts/lazy-part/lazy-part.tsx';
import { command } from '../state/commands.ts';
import { layers } from '../state/layers.ts';
import { leave } from '../state/leaving.ts';
import { photos } from '../state/photos.ts';
import { preferences, setPreference } from '../state/preferences.ts';
import { profile } from '../state/profile.ts';
import { section } from '../state/section.ts';
import { useAllowed } from '../state/session-context.tsx';
import { selectSite } from '../state/selected-site.ts';
import { stageChoices } from '../state/stage.ts';
import { swipe } from '../state/swipe.ts';
import { stageTools, setStageTools } from '../state/tools.ts';
import { classNames } from '../ui/class-names.ts';
import { useLayout } from '../ui/use-layout.ts';
import { openDroppedFile } from './add-layers.ts';
import { placeQuestions } from './place-question.ts';
import { Crosshair, PHONE_SPOT } from './crosshair.tsx';
import { useMocClicks, useMocsOnMap } from './use-moc-marks.ts';
import css from './screen-extras.module.css';

/** Width of a screen from which the bar of the section and the minimap fit side by side, as in the style sheet. */
const BAR_AND_MINIMAP_FROM_PX = 1300;
/** Metres above the ground from which a place of the minimap is looked at. */
const MAP_VISIT_DISTANCE = 8 * LOOK_AT.distance;

const PlaceDialog = lazyPart(async () => (await import('./place-dialog.tsx')).PlaceDialog);

/** The first of the open questions for what the coordinates of a file are. */
function PlaceQuestions() {
  const [question] = useSnapshot(placeQuestions).list;
  return question ? <PlaceDialog key={question.id} question={question} /> : null;
}

/** The parts of other features on a screen: pins, prompt, minimap, scale and the section bar. */
export function ScreenExtras({ stage, isActive, isLeading }: ScreenExtrasProps) {
  const isPhone = useLayout() === 'phone';
  const { units } = useSnapshot(preferences);
  const origin = useShownSite()?.site.data.meta.origin ?? null;
  const pins = useSitePins();
  const shownSiteId = useShownSite()?.site.id ?? null;
  useEffect(() => stage.on('tap', ({ hit }) => notePicked(hit)), [stage]);
  useObjectClicks(stage, shownSiteId, !isPhone);
  useMocClicks(stage, shownSiteId, openMocs);
  const arePhotosOpen = useSnapshot(photos).tool !== null;
  usePhotoClicks(stage);
  const hasSettled = useHasSettled(stage);
  const isOpening = useIsOpening();
  const isSwiping = useSwipe() !== null;
  const { isOpen: isSectionOpen, isInPanel } = useSnapshot(section);
  const isCrowded = ((isSectionOpen && !isInPanel) || isSwiping) && stage.size().width < BAR_AND_MINIMAP_FROM_PX;
  return (
    <>
      <SitePins stage={stage} project={stage.project} pins={pins} selectedSiteId={shownSiteId} onSelect={chooseSite} />
      {/* Photos are requested by a tap, because no point has to be set exactly. */}
      {isActive && <Crosshair stage={stage} isAlways={isPhone && !arePhotosOpen} />}
      {isLeading && <Legend />}
      {isActive && (
        <div className={classNames(css.localClouds, isPhone && css.overSheet)}>
          <LayerFacts />
          <PlaceQuestions />
          <CloudFiles stage={stage} openOther={openDroppedFile} {...(isPhone ? { spot: PHONE_SPOT } : {})} />
        </div>
      )}
      {isActive && (
        <div className={classNames(css.top, isSwiping && css.underLayerButtons)}>
          <ToolPrompt />
        </div>
      )}
      {isLeading && !isPhone && (
        <>
          <div className={css.bottomLeft}>
            {!isOpening && (
              <StageMinimap key={String(isCrowded)} stage={stage} isCrowded={isCrowded} isMapWanted={hasSettled} />
            )}
          </div>
          <div className={css.bottomRight}>
            <ScaleBar stage={stage} groundHeight={origin?.height ?? 0} units={units} />
          </div>
        </>
      )}
      {isActive && (
        <div className={css.bottom}>
          <SectionControls stage={stage} />
          {!isPhone && <SwipeBar />}
        </div>
      )}
      {isPhone && (
        <div className={css.besideCompass}>
          <SwipeBar />
        </div>
      )}
    </>
  );
}

/** Without a second entry in the history when they are open. */
const chooseSite = (siteId: number) => leave(() => selectSite(siteId));

const openMocs = () => location.pathname !== '/mocs' && navigate('/mocs');

const LegendCard = lazy(async () => ({
  default: (await import('../features/viewer/cad/legend/legend-card.tsx')).LegendCard,
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

const PickedFacts = lazy(async () => ({
  default: (await import('../features/viewer/layers/picked-facts.tsx')).PickedFacts,
}));

/** The text of a layer by others about the clicked thing. */
function LayerFacts() {
  if (!useSnapshot(layers).picked) return null;
  return (
    <Suspense fallback={null}>
      <PickedFacts />
    </Suspense>
  );
}

/** Whether the model has been complete once: other parts are loaded only after that. */
function useHasSettled(stage: Stage): boolean {
  const [hasSettled, setHasSettled] = useState(() => stage.progress().settled);
  useEffect(() => stage.on('progress', ({ settled }) => settled && setHasSettled(true)), [stage]);
  return hasSettled;
}

/** `isCrowded`: another part needs its room, so the minimap starts hidden; the user can show it. */
function StageMinimap({
  stage,
  isCrowded,
  isMapWanted,
}: Pick<ScreenExtrasProps, 'stage'> & { isCrowded: boolean; isMapWanted: boolean }) {
  const { isMinimapHidden, isMinimapLarge, imagery, units } = useSnapshot(preferences);
  const [isPutAway, setPutAway] = useState(isCrowded);
  const instance = useInstanceInfo();
  const shown = useShownSite();
  const origin = shown?.site.data.meta.origin ?? null;
  const minimapMaxNativeZoom = shown?.site.data.minimapMaxNativeZoom ?? null;
  const models = shown?.models ?? null;
  const pins = useMocsOnMap(shown?.site.id ?? null, openMocs);
  const site = useMemo(
    () => origin && { origin, minimapMaxNativeZoom, plan: models && bestPlan(models) },
    [origin, minimapMaxNativeZoom, models],
  );
  return (
    <Minimap
      stage={stage}
      isMapWanted={isMapWanted}
      site={site}
      units={units}
      pins={pins}
      basemapStyleUrl={imagery === 'configured' ? (instance?.basemapStyleUrl ?? null) : null}
      isHidden={isMinimapHidden || isPutAway}
      onHiddenChange={(isHidden) => {
        setPutAway(false);
        setPreference('isMinimapHidden', isHidden);
      }}
      isLarge={isMinimapLarge}
      onLargeChange={(isLarge) => setPreference('isMinimapLarge', isLarge)}
      onGo={({ longitude, latitude }) =>
        command('flyTo', {
          pointEcef: llaToEcef({ longitude, latitude, height: origin?.height ?? 0 }),
          distanceMetres: MAP_VISIT_DISTANCE,
        })
      }
    />
  );
}

/** A click on the Project Layer without an active tool selects the object, and the tree opens at it. */
function useObjectClicks(stage: Stage, siteId: number | null, isTreeOpened: boolean): void {
  const isAllowed = useAllowed('VIEW:CAD');
  useEffect(
    () =>
      stage.on('tap', ({ hit, layerId }) => {
        // An unfinished plane of the section takes the click too.
        if (stageTools.override ?? stageTools.active) return;
        if (!isProjectLayer(layerId)) return;
        const featureId = hit?.featureId ?? null;
        if (siteId !== null && isAllowed) void selectFeature(siteId, featureId);
        // The card of the Tools shows it already.
        if (isTreeOpened && featureId !== null && toolsStore.openCard !== 'metadata') openTree();
      }),
    [stage, siteId, isAllowed, isTreeOpened],
  );
}

/** Gives the tools of the panel to the stages, and removes them when the stage is destroyed. */
export function useCarriedTools(): void {
  const photoTool = useSnapshot(photos).tool as StageTool | null;
  const { tool: profileTool, line } = useSnapshot(profile);
  // While its line is picked, the tool has the clicks and is drawn with them.
  const sectionTool = line ? (profileTool as StageTool | null) : null;
  // Photos and tools are panels, of which one is open at a time.
  const active = useActiveTool() ?? photoTool;
  const tools = useDrawnTools();
  const drawn = useMemo(
    () => [...(sectionTool ? [sectionTool] : []), ...tools, ...(photoTool ? [photoTool] : [])],
    [sectionTool, tools, photoTool],
  );
  const { layers } = useSnapshot(stageChoices);
  const screens = useSnapshot(preferences).screenCount;
  const { isOn, secondLayer } = useSnapshot(swipe);
  const hasObjects = layers.slice(0, screens).some(isProjectLayer) || (isOn && isProjectLayer(secondLayer));
  useEffect(() => setStageTools(active, hasObjects ? [selectionLabel, ...drawn] : drawn), [active, drawn, hasObjects]);
  useEffect(() => () => setStageTools(null, []), []);
}
