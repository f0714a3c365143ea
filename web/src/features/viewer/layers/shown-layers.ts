import type { AddedPick } from '@overlook/engine';
import type { LayerFacts, LayerHost } from '@overlook/embed/layers';

/** What shows the layers of the site now; null while none has been shown. */
let host: LayerHost | null = null;

export function setLayerHost(shown: LayerHost | null): void {
  host = shown;
}

/** A layer that is shown as a file; null for one that gives none. */
export const shownAsFile = (layerId: string, kind: 'geojson' | 'csv'): Blob | null => host?.file(layerId, kind) ?? null;

/** What a layer that is shown tells of what was picked of it; null for nothing. */
export const factsOfShown = (added: AddedPick): LayerFacts | null => host?.facts(added) ?? null;
