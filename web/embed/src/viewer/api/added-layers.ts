import { noLayerText } from '@overlook/shared/messages';
import type { AddedPick } from '@overlook/engine';
import { Emitter } from '@overlook/engine/emitter';
import type { PageLayer, PageLayers } from '../../layers/page-layers.ts';
import type { ViewedLayers } from './viewed-stage.ts';
import type { AddedApi, AddedFacts, AddedLayerInfo } from './viewer-api.ts';

/** The layers that a page adds to one stage. Their code is loaded with the first layer. */
export class AddedLayers implements ViewedLayers {
  private readonly changes = new Emitter<{ change: readonly AddedLayerInfo[] }>();
  private layers: PageLayers | null = null;
  private loading: Promise<PageLayers> | null = null;
  private isClosed = false;

  /** `open` creates the layers of the stage and receives the listener for their changes. */
  constructor(private readonly open: (onChange: () => void) => Promise<PageLayers>) {}

  api(): AddedApi {
    return {
      all: () => this.all(),
      add: async (definition, choice) => (await this.loaded()).add(definition, choice),
      set: (id, choice) => this.opened(id).set(id, choice),
      move: (id, index) => this.opened(id).move(id, index),
      remove: (id) => this.opened(id).remove(id),
      file: (id, kind) => this.opened(id).file(id, kind),
      addFormat: async (url, options) => (await this.loaded()).formats.add(url, options),
      openFile: async (file) => (await this.loaded()).openFile(file),
    };
  }

  facts(added: AddedPick): AddedFacts | null {
    const facts = this.layers?.facts(added);
    return facts ? { layer: facts.layerId, title: facts.title, rows: facts.rows } : null;
  }

  onChange(handler: (layers: readonly AddedLayerInfo[]) => void): () => void {
    return this.changes.on('change', handler);
  }

  destroy(): void {
    this.isClosed = true;
    this.layers?.destroy();
    this.layers = null;
    this.changes.clear();
  }

  private all(): readonly AddedLayerInfo[] {
    return (this.layers?.all() ?? []).map(infoOf);
  }

  private async loaded(): Promise<PageLayers> {
    this.loading ??= this.open(() => this.changes.emit('change', this.all()));
    const layers = await this.loading;
    if (this.isClosed) {
      layers.destroy();
      throw new RangeError('The view has ended.');
    }
    return (this.layers = layers);
  }

  private opened(id: string): PageLayers {
    if (!this.layers) throw new RangeError(noLayerText(id));
    return this.layers;
  }
}

function infoOf({ definition, isShown, opacity, settings, report }: PageLayer): AddedLayerInfo {
  const { status, failure, summary, legend } = report;
  const { id, title } = definition;
  return { id, title, isShown, opacity, settings, status, failure: failure?.message ?? null, summary, legend };
}
