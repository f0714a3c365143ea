import { STAGE_MESSAGES } from '@overlook/shared/messages';
import type { LayerOffer } from '@overlook/shared/schemas';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { siteToShow, useCatalogue } from '../../../api/catalogue.ts';
import { procedures } from '../../../api/queries.ts';
import { screens } from '../../../state/screens.ts';
import { hasKeptLayers, layers, openLayers, showRequestedLayers } from '../../../state/layers.ts';
import { useMoments } from '../../../state/moments.ts';
import { useSelectedSiteId } from '../../../state/selected-site.ts';
import { stageChoices } from '../../../state/stage.ts';
import { showToast } from '../../../state/toasts.ts';

/** The layers that the installation offers. */
export const useLayerOffers = (isWanted: boolean) =>
  useQuery(procedures.layers.all.queryOptions(undefined, { enabled: isWanted }));

/**
 * Synchronises the list of layers with the stages. The list and the code of layers are loaded only when the panel is
 * opened, a link names layers, or a layer of the last visit is switched on.
 */
export function useLayers(isPanelOpen: boolean): void {
  const { data: catalogue } = useCatalogue();
  const site = siteOf(catalogue, useSelectedSiteId());
  const siteId = site?.id ?? null;
  const { active } = useSnapshot(stageChoices);
  const shownId = useSnapshot(screens)[active]?.siteId ?? null;
  const { rows, requested } = useSnapshot(layers);
  const [isWanted, setWanted] = useState(false);
  const isLinked = (requested?.length ?? 0) > 0;
  const hasOwn = rows.length > 0;
  if (!isWanted && (isPanelOpen || isLinked || hasOwn || (siteId !== null && hasKeptLayers(siteId)))) setWanted(true);
  const offers = useOffersAt(siteId, active, isWanted);
  useEffect(() => {
    if (siteId === null || !offers) return;
    openLayers(siteId, offers);
    if (requested && !showRequestedLayers()) showToast(STAGE_MESSAGES['link.partsLeftOut']);
  }, [siteId, offers, requested]);

  const isAnyShown = rows.some(({ isVisible }) => isVisible);
  const [hasBeenShown, setHasBeenShown] = useState(false);
  if (isAnyShown && !hasBeenShown) setHasBeenShown(true);
  // The stages of a screen are at the site a moment later than it is selected.
  const isAtSite = site !== null && shownId === site.id;
  useEffect(() => {
    if (!hasBeenShown || !isAtSite || !site) return undefined;
    let stop: (() => void) | null = null;
    let isOver = false;
    const start = async () => {
      const { showLayersOnStages } = await import('./layers-on-stage.ts');
      if (!isOver) stop = showLayersOnStages(site);
    };
    void start();
    return () => {
      isOver = true;
      stop?.();
    };
  }, [hasBeenShown, isAtSite, site]);
}

/** What the installation offers, and the scan positions that a screen would show; null until both are known. */
function useOffersAt(siteId: number | null, screen: number, isWanted: boolean): readonly LayerOffer[] | null {
  const offers = useLayerOffers(isWanted).data?.layers;
  const moment = useMoments(siteId).screens[screen] ?? null;
  const [all, setAll] = useState<{ siteId: number; offers: readonly LayerOffer[] } | null>(null);
  useEffect(() => {
    if (siteId === null || !offers) return undefined;
    let stop: (() => void) | null = null;
    let isOver = false;
    const watch = async () => {
      const { watchScanOffer } = await import('./scan-offer.ts');
      const onOffer = (scans: LayerOffer | null) => setAll({ siteId, offers: scans ? [...offers, scans] : offers });
      if (!isOver) stop = watchScanOffer(siteId, moment, onOffer);
    };
    void watch();
    return () => {
      isOver = true;
      stop?.();
    };
  }, [siteId, offers, moment]);
  return all?.siteId === siteId ? all.offers : null;
}

const siteOf = (catalogue: Parameters<typeof siteToShow>[0] | null | undefined, selectedId: number | null) =>
  catalogue ? siteToShow(catalogue, selectedId) : null;
