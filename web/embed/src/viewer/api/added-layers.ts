import { noLayerText } from '@overlook/shared/messages';
import type { AddedPick } from '@overlook/engine';
import { Emitter } from '@overlook/engine/emitter';
import { Late } from '@overlook/engine/late';
import type { PageLayer, PageLayers } from '../../layers/page-layers.ts';
import type { ViewedLayers } from './viewed-stage.ts';
import type { AddedApi, AddedFacts, AddedLayerInfo } from './viewer-api.ts';

/** The layers that a page adds to one stage. Their code is loaded with the first layer. */
export class AddedLayers implements ViewedLayers {
  private readonly changes = new Emitter<{ change: readonly AddedLayerInfo[] }>();
  private readonly layers: Late<PageLayers>;

  /** `load` loads what creates the layers of the stage, which receives the listener for their changes. */
  constructor(load: () => Promise<(onChange: () => void) => PageLayers>) {
    this.layers = new Late({
      load: async () => {
        const make = await load();
        return () => make(() => this.changes.emit('change', this.all()));
      },
    });
  }

  api(): AddedApi {
    return {
      all: () => this.all(),
      add: async (definition, choice) => (await this.layers.get()).add(definition, choice),
      set: (id, choice) => this.opened(id).set(id, choice),
      move: (id, index) => this.opened(id).move(id, index),
      remove: (id) => this.opened(id).remove(id),
      file: (id, kind) => this.opened(id).file(id, kind),
      addFormat: async (url, options) => (await this.layers.get()).formats.add(url, options),
      openFile: async (file) => (await this.layers.get()).openFile(file),
    };
  }

  facts(added: AddedPick): AddedFacts | null {
    const facts = this.layers.value?.facts(added);
    return facts ? { layer: facts.layerId, title: facts.title, rows: facts.rows } : null;
  }

  onChange(handler: (layers: readonly AddedLayerInfo[]) => void): () => void {
    return this.changes.on('change', handler);
  }

  destroy(): void {
    this.layers.dispose()?.destroy();
    this.changes.clear();
  }

  private all(): readonly AddedLayerInfo[] {
    return (this.layers.value?.all() ?? []).map(infoOf);
  }

  private opened(id: string): PageLayers {
    if (!this.layers.value) throw new RangeError(noLayerText(id));
    return this.layers.value;
  }
}

function infoOf({ definition, isShown, opacity, settings, report }: PageLayer): AddedLayerInfo {
  const { status, failure, summary, legend } = report;
  const { id, title } = definition;
  return { id, title, isShown, opacity, settings, status, failure: failure?.message ?? null, summary, legend };
}
