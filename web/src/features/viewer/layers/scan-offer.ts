import { QueryObserver } from '@tanstack/react-query';
import type { Moment } from '@overlook/embed/links/moment';
import { captureAt } from '@overlook/embed/site/captures';
import { SITE_SCANS_LAYER } from '@overlook/shared/config';
import { LAYERS_MESSAGES } from '@overlook/shared/messages';
import type { Capture, LayerOffer } from '@overlook/shared/schemas';
import { procedures, queryClient } from '../../../api/queries.ts';

/**
 * Tells the layer of the scan positions of a site at a moment, now and whenever its captures change: those of the capture of the point cloud
 * that is shown then. Null where no capture that the person may see has any, and where the captures cannot be asked for. Ends with the
 * function that it returns.
 */
export function watchScanOffer(
  siteId: number,
  moment: Moment,
  onOffer: (offer: LayerOffer | null) => void,
): () => void {
  const observer = new QueryObserver(queryClient, procedures.captures.all.queryOptions({ siteId }));
  let told: string | null = null;
  const tell = () => {
    const { data, isPending } = observer.getCurrentResult();
    if (isPending) return;
    const offer = scanOffer(siteId, data?.captures ?? [], moment);
    const text = JSON.stringify(offer);
    if (text === told) return;
    told = text;
    onOffer(offer);
  };
  const stop = observer.subscribe(tell);
  tell();
  return stop;
}

function scanOffer(siteId: number, captures: readonly Capture[], moment: Moment): LayerOffer | null {
  const scanned = captures.find(({ scanPositions }) => scanPositions > 0);
  const shown = scanned && captureAt(captures, scanned.modeltypeId, moment)?.capture;
  if (!shown) return null;
  return {
    id: SITE_SCANS_LAYER,
    title: LAYERS_MESSAGES['layers.scanPositions'],
    icon: 'scan',
    siteIds: [siteId],
    baseUrl: '/',
    moduleUrl: null,
    gallery: 'scan-positions',
    options: { url: `/api/captures/${siteId}/${shown.id}/scan-positions` },
  };
}
