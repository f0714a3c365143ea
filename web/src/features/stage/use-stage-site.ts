import { useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { useCatalogue, siteToShow } from '../../api/catalogue.ts';
import { preferences } from '../../state/preferences.ts';
import { homeRequests, useSelectedSiteId } from '../../state/selected-site.ts';
import { useSignedIn } from '../../state/session-context.tsx';
import { setLayer, stageChoices } from '../../state/stage.ts';
import { storedPose } from './history/stored-pose.ts';
import { layerOptions, layerToShow } from './layer-options.ts';
import { useScreen, useScreenIndex } from './screen-context.ts';
import { forgetUnsupported, openStages, screenAt } from './screen-store.ts';
import { siteToStage } from './site-to-stage.ts';

/** The site on the stage with what can be shown of it on this screen; null until the lists are there. */
export function useShownSite() {
  const { data } = useCatalogue();
  const selectedSiteId = useSelectedSiteId();
  const { permissions } = useSignedIn();
  const { layers } = useSnapshot(stageChoices);
  const index = useScreenIndex();
  return useMemo(() => {
    const site = data && siteToShow(data, selectedSiteId);
    if (!site) return null;
    const models = data.modelsBySite.get(site.id) ?? [];
    const options = layerOptions(
      site.id,
      permissions,
      models.map((model) => model.modeltypeId),
    );
    // Screen by screen, so that each new one begins with a layer that none before it shows.
    const shown: number[] = [];
    let layer: number | null = null;
    for (const chosen of layers.slice(0, index + 1)) {
      layer = layerToShow(options, chosen, shown);
      if (layer !== null) shown.push(layer);
    }
    return { site, models, options, layer };
  }, [data, selectedSiteId, permissions, layers, index]);
}

/** Puts the shown site and layer on the stage of this screen. */
export function useStageSite(): void {
  const index = useScreenIndex();
  const { stage } = useScreen();
  const shown = useShownSite();
  const site = shown?.site ?? null;
  const models = shown?.models ?? null;
  const layer = shown?.layer ?? null;
  const stageSite = useMemo(() => (site && models ? siteToStage(site, models) : null), [site, models]);
  // The first site of a page begins where it was left; one that is chosen begins at its home view.
  const homeCountAtStart = useRef(homeRequests.count);

  useEffect(() => {
    if (!stage || !stageSite || !site) return;
    forgetUnsupported(index);
    const isChosen = homeRequests.count !== homeCountAtStart.current;
    stage.setSite(stageSite, { animate: isChosen });
    if (isChosen) return;
    const other = openStages().find((open) => open.index !== index && open.stage.layer() !== null)?.stage;
    const pose = preferences.isSyncOn && other ? other.pose() : storedPose(site.id);
    if (pose) stage.setPose(pose);
  }, [stage, stageSite, site, index]);

  useEffect(() => {
    screenAt(index).layerIds = models?.map((model) => model.modeltypeId) ?? [];
  }, [models, index]);

  useEffect(() => {
    if (layer === null) return;
    setLayer(index, layer);
    if (stage && stageSite && stage.layer() !== layer) stage.setLayer(layer);
  }, [stage, stageSite, layer, index]);
}
