import { useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { useCatalogue, siteToShow } from '../../api/catalogue.ts';
import { homeRequests, useSelectedSiteId } from '../../state/selected-site.ts';
import { useSignedIn } from '../../state/session-context.tsx';
import { setLayer, stageChoices } from '../../state/stage.ts';
import { layerOptions, layerToShow } from './layer-options.ts';
import { forgetUnsupported, screen } from './screen-store.ts';
import { siteToStage } from './site-to-stage.ts';

/** The site on the stage with what can be shown of it; null until the lists are there. */
export function useShownSite() {
  const { data } = useCatalogue();
  const selectedSiteId = useSelectedSiteId();
  const { permissions } = useSignedIn();
  const { layer } = useSnapshot(stageChoices);
  return useMemo(() => {
    const site = data && siteToShow(data, selectedSiteId);
    if (!site) return null;
    const models = data.modelsBySite.get(site.id) ?? [];
    const options = layerOptions(
      site.id,
      permissions,
      models.map((model) => model.modeltypeId),
    );
    return { site, models, options, layer: layerToShow(options, layer) };
  }, [data, selectedSiteId, permissions, layer]);
}

/** Puts the shown site and layer on the open stage, and flies home when somebody asks for it. */
export function useStageSite(): void {
  const { stage } = useSnapshot(screen);
  const { count: homeCount } = useSnapshot(homeRequests);
  const shown = useShownSite();
  const site = shown?.site ?? null;
  const models = shown?.models ?? null;
  const layer = shown?.layer ?? null;

  const stageSite = useMemo(() => (site && models ? siteToStage(site, models) : null), [site, models]);
  const homeCountSeen = useRef(homeCount);

  useEffect(() => {
    if (!stage || !stageSite) return;
    forgetUnsupported();
    stage.setSite(stageSite);
    // A newly shown site already stands at its home view.
    homeCountSeen.current = homeRequests.count;
  }, [stage, stageSite]);

  useEffect(() => {
    screen.layerIds = models?.map((model) => model.modeltypeId) ?? [];
  }, [models]);

  useEffect(() => {
    if (layer === null) return;
    setLayer(layer);
    if (stage && stageSite && stage.layer() !== layer) stage.setLayer(layer);
  }, [stage, stageSite, layer]);

  useEffect(() => {
    if (!stage || homeCountSeen.current === homeCount) return;
    homeCountSeen.current = homeCount;
    stage.flyHome();
  }, [stage, homeCount]);
}
