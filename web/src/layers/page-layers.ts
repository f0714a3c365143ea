import type { PermissionToken } from '@overlook/shared/permissions';
import type { AddedPick, Stage } from '../engine/index.ts';
import { checkLayer } from './define-layer.ts';
import type { LayerReport } from './hosted-layer.ts';
import type { AnyLayer, LayerFacts, LayerPlace, LayerSettings } from './layer-definition.ts';
import { LayerHost } from './layer-host.ts';
import { validSettings } from './layer-settings.ts';

/** What is chosen of a layer of a page. */
export interface PageLayerChoice {
  readonly isShown: boolean;
  /** 0 to 1. */
  readonly opacity: number;
  /** Values by the keys of its settings; those that it does not allow give way to its defaults. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface PageLayer extends PageLayerChoice {
  readonly definition: AnyLayer;
  readonly settings: LayerSettings;
  readonly report: LayerReport;
}

interface PageLayersOptions {
  readonly place: LayerPlace;
  /** Whether who looks at the stage holds a permission there. */
  readonly holds: (token: PermissionToken) => boolean;
  /** Something of {@link PageLayers.all} is different. */
  readonly onChange: () => void;
}

const LOADING: LayerReport = { status: 'loading', failure: null, summary: null, legend: [], content: null };

/**
 * Layers that the page around a stage has made by itself, without a folder and a manifest. One that fails is switched off
 * alone, and its report says why; shown again, it is tried again.
 */
export class PageLayers {
  /** From the top, which is drawn last. */
  private layers: readonly PageLayer[] = [];
  private readonly host: LayerHost;
  private readonly detach: () => void;

  constructor(
    stage: Stage,
    private readonly options: PageLayersOptions,
  ) {
    this.host = new LayerHost({
      place: options.place,
      headers: () => ({}),
      activeStage: () => stage,
      onReport: (id, report) => this.reported(id, report),
    });
    this.detach = this.host.attach(stage);
  }

  all(): readonly PageLayer[] {
    return this.layers;
  }

  /**
   * Puts a layer on top. Throws a LayerDefinitionError for what keeps the contract not, and a RangeError for an id that is
   * there already, for a permission that is not held, and for an opacity that is none. Then nothing of it is read.
   */
  add(definition: unknown, { isShown = true, opacity = 1, settings = {} }: Partial<PageLayerChoice> = {}): void {
    checkLayer(definition);
    const { id, token } = definition;
    if (this.layers.some((layer) => layer.definition.id === id))
      throw new RangeError(`There is a layer “${id}” already.`);
    if (token && !this.options.holds(token))
      throw new RangeError(`The layer “${id}” needs the permission ${token}, which this view does not have.`);
    checkOpacity(opacity);
    const chosen = { isShown, opacity, settings: validSettings(definition, settings) };
    this.replace([{ definition, ...chosen, report: LOADING }, ...this.layers]);
  }

  /** Throws a RangeError for a layer that is not there, and for an opacity that is none. */
  set(id: string, change: Partial<PageLayerChoice>): void {
    const layer = this.found(id);
    const { isShown = layer.isShown, opacity = layer.opacity } = change;
    checkOpacity(opacity);
    const settings = validSettings(layer.definition, { ...layer.settings, ...change.settings });
    const report = isShown && !layer.isShown ? LOADING : layer.report;
    this.change(id, { ...layer, isShown, opacity, settings, report });
  }

  /** Moves a layer to a place in the list, 0 for the top. Throws a RangeError for a layer that is not there. */
  move(id: string, index: number): void {
    const layer = this.found(id);
    this.replace(this.layers.filter((one) => one !== layer).toSpliced(index, 0, layer));
  }

  /** Takes a layer away with all that it holds. Throws a RangeError for one that is not there. */
  remove(id: string): void {
    const layer = this.found(id);
    this.replace(this.layers.filter((one) => one !== layer));
  }

  /** What a layer tells of what was picked of it; null for nothing. */
  facts(added: AddedPick): (LayerFacts & { readonly layerId: string }) | null {
    const facts = this.host.facts(added);
    return facts && { ...facts, layerId: added.layerId.slice(0, added.layerId.indexOf('/')) };
  }

  /** A shown layer as a file; null where it gives none of this kind. */
  file(id: string, kind: 'geojson' | 'csv'): Blob | null {
    return this.host.file(id, kind);
  }

  destroy(): void {
    this.detach();
    this.host.destroy();
    this.layers = [];
  }

  private found(id: string): PageLayer {
    const layer = this.layers.find((one) => one.definition.id === id);
    if (!layer) throw new RangeError(`There is no layer “${id}” here.`);
    return layer;
  }

  private reported(id: string, report: LayerReport): void {
    const layer = this.layers.find((one) => one.definition.id === id);
    if (layer?.isShown) this.change(id, { ...layer, report, isShown: report.status !== 'failed' });
  }

  private change(id: string, changed: PageLayer): void {
    this.replace(this.layers.map((layer) => (layer.definition.id === id ? changed : layer)));
  }

  private replace(layers: readonly PageLayer[]): void {
    this.layers = layers;
    this.host.show(layers.filter(({ isShown }) => isShown));
    this.options.onChange();
  }
}

function checkOpacity(opacity: number): void {
  if (!(opacity >= 0 && opacity <= 1)) throw new RangeError('The opacity of a layer is 0 to 1.');
}
