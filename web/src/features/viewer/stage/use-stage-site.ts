import { useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Pose } from '@overlook/shared/maths';
import { useCatalogue, siteToShow } from '../../../api/catalogue.ts';
import type { Stage } from '@overlook/engine';
import { preferences } from '../../../state/preferences.ts';
import { useSelectedSiteId } from '../../../state/selected-site.ts';
import { useSignedIn } from '../../../state/session-context.tsx';
import { useMoments } from '../../../state/moments.ts';
import { setLayer, stageChoices } from '../../../state/stage.ts';
import { storedPose } from './history/stored-pose.ts';
import { layerOptions, layerToShow, readyLayers } from '@overlook/embed/controls/layer-options';
import { useScreen, useScreenIndex } from './screen-context.ts';
import { forgetUnsupported, openStages, reportScreen } from '../../../state/screens.ts';
import { siteToStage } from '@overlook/embed/site/site-to-stage';

/** The site on the stage with its available layers and its moment for this screen; null until the lists have loaded. */
export function useShownSite() {
  const { data } = useCatalogue();
  const selectedSiteId = useSelectedSiteId();
  const { permissions } = useSignedIn();
  const { layers } = useSnapshot(stageChoices);
  const index = useScreenIndex();
  const site = data && siteToShow(data, selectedSiteId);
  const { screens, second, captures } = useMoments(site?.id ?? null);
  const moment = screens[index] ?? null;
  return useMemo(() => {
    if (!data || !site) return null;
    const models = data.modelsBySite.get(site.id) ?? [];
    const drafted = captures?.draftedLayer(moment) ?? null;
    const types = models.map((model) => model.modeltypeId);
    const options = layerOptions(site.id, permissions, drafted === null ? types : [...types, drafted]);
    // Screen by screen, so that each new one begins with a layer that none before it shows.
    const shown: number[] = [];
    let layer: number | null = null;
    for (const chosen of layers.slice(0, index + 1)) {
      layer = layerToShow(options, chosen, shown);
      if (layer !== null) shown.push(layer);
    }
    const capture = layer === null ? null : (captures?.at(layer, moment) ?? null);
    // Until it is known which captures those are, no other ones are loaded.
    const isAwaited = !captures && (moment !== null || second !== null);
    return { site, models, options, layer, moment, second, captures, capture, isAwaited };
  }, [data, site, permissions, layers, index, moment, second, captures]);
}

/** Where the camera of a new screen begins: with the others, or where this site was left. Null for the home view. */
function firstPose(index: number, siteId: number): Pose | null {
  const other = openStages().find((open) => open.index !== index && open.stage.state().layerId !== null)?.stage;
  return preferences.isSyncOn && other ? other.pose() : storedPose(siteId);
}

/** Puts the shown site and layer on the stage of this screen. */
export function useStageSite(): void {
  const index = useScreenIndex();
  const { stage } = useScreen();
  const shown = useShownSite();
  const site = shown?.site ?? null;
  const models = shown?.models ?? null;
  const options = shown?.options ?? null;
  const layer = shown?.layer ?? null;
  const capture = shown?.capture ?? null;
  const isAwaited = shown?.isAwaited ?? false;
  const stageSite = useMemo(() => (site && models ? siteToStage(site, models) : null), [site, models]);
  const opened = useRef<{ stage: Stage; siteId: number } | null>(null);

  useEffect(() => {
    if (!stage || !site) return;
    if (!stageSite) {
      // Nothing of the site before may be seen, picked or saved as a view of this one.
      opened.current = null;
      stage.update({ layerId: null });
      reportScreen(index, { siteId: null, isArriving: false });
      return;
    }
    forgetUnsupported(index);
    const before = opened.current?.stage === stage ? opened.current.siteId : null;
    opened.current = { stage, siteId: site.id };
    reportScreen(index, { siteId: site.id });
    if (before !== null && before !== site.id) {
      reportScreen(index, { isArriving: true });
      stage.setSite(stageSite, { animate: true });
      return;
    }
    const pose = before === site.id ? stage.pose() : firstPose(index, site.id);
    stage.setSite(stageSite);
    if (pose) stage.setPose(pose);
  }, [stage, stageSite, site, index]);

  useEffect(() => stage?.on('rest', () => reportScreen(index, { isArriving: false })), [stage, index]);

  useEffect(() => {
    reportScreen(index, { layerIds: options ? readyLayers(options) : [] });
  }, [options, index]);

  useEffect(() => {
    if (layer === null) return;
    setLayer(index, layer);
    if (stage && stageSite && !isAwaited) stage.update({ layerId: layer, capture });
  }, [stage, stageSite, layer, capture, isAwaited, index]);
}
