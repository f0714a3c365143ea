import { subscribe } from 'valtio';
import { LAYERS_MESSAGES } from '@overlook/shared/messages';
import type { LayerOffer, Site } from '@overlook/shared/schemas';
import { authorization } from '../../../api/client.ts';
import { siteFrame, type Stage } from '@overlook/engine';
import { activeScreen } from '../../../state/screens.ts';
import { watchStages } from '../../../state/watch-stages.ts';
import { LayerHost, openLayer, type ShownLayer, validSettings } from '@overlook/embed/layers';
import { type LayerRow, layers, reportLayer, setLayerDefinition, showPicked } from '../../../state/layers.ts';
import { layerStarts } from './layer-starts.ts';
import { setLayerHost } from './shown-layers.ts';

/** Shows the layers of a site on all stages as the list says, until the function that it returns is called. */
export function showLayersOnStages(site: Site): () => void {
  const { id, slug, name, data } = site;
  const origin = data.meta.origin;
  if (!origin) return () => undefined;
  const starts = layerStarts();
  const host = new LayerHost({
    place: { site: { id, slug, name }, frame: siteFrame(origin) },
    headers: authorization,
    activeStage: () => activeScreen().stage,
    onReport: (layerId, report) => {
      reportLayer(layerId, report);
      if (report.status === 'failed') starts.end(layerId);
      // Its accessors run in the frame after the report.
      else if (report.status === 'ready') afterFrames(() => starts.end(layerId));
    },
  });
  let died = starts.takeDied();
  setLayerHost(host);
  const opening = new Set<LayerOffer>();
  const follow = () => {
    for (const layerId of died.filter((one) => layers.rows.some((row) => row.id === one))) {
      died = died.filter((one) => one !== layerId);
      fail(layerId, LAYERS_MESSAGES['layers.stoppedPage']);
    }
    const rows = layers.rows.filter(({ isVisible }) => isVisible);
    for (const row of layers.rows) {
      if (!row.isVisible) starts.end(row.id);
      else if (row.report === null) starts.begin(row.id);
    }
    for (const { definition, offer, id } of rows)
      if (!definition && offer && !opening.has(offer)) void open(id, offer, opening);
    host.show(rows.flatMap(shownLayer));
  };
  const endStarts = () => starts.endAll();
  addEventListener('pagehide', endStarts);
  const undo = [
    endStarts,
    () => removeEventListener('pagehide', endStarts),
    watchStages((stage) => tie(host, stage)),
    subscribe(layers, follow),
    () => host.destroy(),
    () => setLayerHost(null),
  ];
  follow();
  return () => undo.forEach((step) => step());
}

/** The code of a layer is loaded when it is first switched on. */
async function open(id: string, offer: LayerOffer, opening: Set<LayerOffer>): Promise<void> {
  // The row may have another offer when the code arrives: that of another capture.
  const isOffered = () => layers.rows.some((row) => row.id === id && row.offer === offer);
  opening.add(offer);
  try {
    const definition = await openLayer(offer);
    if (isOffered()) setLayerDefinition(id, definition);
  } catch (error) {
    if (isOffered()) fail(id, error instanceof Error ? error.message : String(error));
  }
  opening.delete(offer);
}

function fail(id: string, message: string): void {
  const failure = { of: 'code', status: null, message, atMs: Date.now() } as const;
  reportLayer(id, { status: 'failed', failure, summary: null, legend: [], content: null });
}

const afterFrames = (run: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(run));

function shownLayer({ definition, opacityPercent, settings, offer }: LayerRow): ShownLayer[] {
  if (!definition) return [];
  const baseUrl = new URL(offer?.baseUrl ?? '/', location.href).href;
  return [{ definition, opacity: opacityPercent / 100, settings: validSettings(definition, settings), baseUrl }];
}

function tie(host: LayerHost, stage: Stage): () => void {
  const undo = [
    host.attach(stage),
    stage.on('addedTap', ({ added }) => {
      const facts = host.facts(added);
      const row = layers.rows.find(({ id }) => added.layerId.startsWith(`${id}/`));
      showPicked(facts && row ? { ...facts, layerTitle: row.title } : null);
    }),
    stage.on('tap', () => layers.picked && showPicked(null)),
  ];
  return () => undo.forEach((step) => step());
}
