import { noLayerText } from '@overlook/shared/messages';
import type { PermissionToken } from '@overlook/shared/permissions';
import type { AddedPick, Stage } from '@overlook/engine';
import { checkLayer } from './define-layer.ts';
import type { LayerReport } from './hosted-layer.ts';
import type { AnyLayer, LayerFacts, LayerPlace, LayerSettings } from './layer-definition.ts';
import { LayerHost } from './layer-host.ts';
import { validSettings } from './layer-settings.ts';
import { PageFormats } from './page-formats.ts';

/** Display options of a layer of a page. */
export interface PageLayerChoice {
  readonly isShown: boolean;
  /** 0 to 1. */
  readonly opacity: number;
  /** Values by the keys of the layer's settings. Values that the layer does not allow are replaced by its defaults. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface PageLayer extends PageLayerChoice {
  readonly definition: AnyLayer;
  readonly settings: LayerSettings;
  readonly report: LayerReport;
}

export interface PageLayersOptions {
  readonly place: LayerPlace;
  /** Files are dropped here. */
  readonly container: HTMLElement;
  /** A dropped file is not shown; the reason names it. */
  readonly onRefused: (reason: string) => void;
  /** Whether the user of the stage has a permission. */
  readonly holds: (token: PermissionToken) => boolean;
  /** {@link PageLayers.all} has changed. */
  readonly onChange: () => void;
}

const LOADING: LayerReport = { status: 'loading', failure: null, summary: null, legend: [], content: null };

/**
 * Layers that the page of a stage adds by code, without a folder and a manifest. If a layer fails, only that layer is switched
 * off, and its report has the reason; showing it again retries it.
 */
export class PageLayers {
  /** From top to bottom; the top layer is drawn last. */
  private layers: readonly PageLayer[] = [];
  readonly formats: PageFormats;
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
    const { holds, container, onRefused } = options;
    this.formats = new PageFormats({ holds, container, onRefused, openFile: (file) => this.openFile(file) });
  }

  all(): readonly PageLayer[] {
    return this.layers;
  }

  /**
   * Adds a layer on top. Throws a LayerDefinitionError for an invalid definition, and a RangeError for a duplicate id, a missing
   * permission or an invalid opacity. After an error no data of the layer is read.
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

  /** Throws a RangeError for an unknown layer and for an invalid opacity. */
  set(id: string, change: Partial<PageLayerChoice>): void {
    const layer = this.found(id);
    const { isShown = layer.isShown, opacity = layer.opacity } = change;
    checkOpacity(opacity);
    const settings = validSettings(layer.definition, { ...layer.settings, ...change.settings });
    const report = isShown && !layer.isShown ? LOADING : layer.report;
    this.change(id, { ...layer, isShown, opacity, settings, report });
  }

  /** Moves a layer to an index in the list, 0 for the top. Throws a RangeError for an unknown layer. */
  move(id: string, index: number): void {
    const layer = this.found(id);
    this.replace(this.layers.filter((one) => one !== layer).toSpliced(index, 0, layer));
  }

  /** Removes a layer and releases its resources. Throws a RangeError for an unknown layer. */
  remove(id: string): void {
    const layer = this.found(id);
    this.replace(this.layers.filter((one) => one !== layer));
  }

  /** Returns the properties of a picked element of a layer; null if it has none. */
  facts(added: AddedPick): (LayerFacts & { readonly layerId: string }) | null {
    const facts = this.host.facts(added);
    return facts && { ...facts, layerId: added.layerId.slice(0, added.layerId.indexOf('/')) };
  }

  /** Exports a visible layer as a file; null if it does not support the format. */
  file(id: string, kind: 'geojson' | 'csv'): Blob | null {
    return this.host.file(id, kind);
  }

  /** Shows a file as a layer on top. Rejects with a RangeError if there is no format for it. */
  async openFile(file: File): Promise<void> {
    this.add(await this.formats.layerOf(file));
  }

  destroy(): void {
    this.formats.destroy();
    this.detach();
    this.host.destroy();
    this.layers = [];
  }

  private found(id: string): PageLayer {
    const layer = this.layers.find((one) => one.definition.id === id);
    if (!layer) throw new RangeError(noLayerText(id));
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
