import type { Stage } from '../engine/index.ts';
import type { LayerReport } from './hosted-layer.ts';
import type { AnyLayer, LayerPlace } from './layer-definition.ts';
import { LayerHost } from './layer-host.ts';
import { validSettings } from './layer-settings.ts';

interface AttachOptions {
  readonly place: LayerPlace;
  /** Headers for sources of the page's own origin. */
  readonly headers?: () => Record<string, string>;
  readonly onReport?: (id: string, report: LayerReport) => void;
}

/**
 * Shows layers on one stage with their default settings, the first on top, until the function that it returns is called. One
 * that fails stays away, which `onReport` tells.
 */
export function attachLayers(stage: Stage, definitions: readonly AnyLayer[], options: AttachOptions): () => void {
  const failed = new Set<string>();
  const show = () => {
    const shown = definitions.filter(({ id }) => !failed.has(id));
    host.show(shown.map((definition) => ({ definition, opacity: 1, settings: validSettings(definition, {}) })));
  };
  const host = new LayerHost({
    place: options.place,
    headers: options.headers ?? (() => ({})),
    activeStage: () => stage,
    onReport(id, report) {
      options.onReport?.(id, report);
      if (report.status !== 'failed' || failed.has(id)) return;
      failed.add(id);
      show();
    },
  });
  const detach = host.attach(stage);
  show();
  return () => {
    detach();
    host.destroy();
  };
}
