/**
 * Shows added layers on the stages of a page (docs/layers/README.md).
 *
 * The page sets the visible layers in the order of its list, and attaches its stages. The host reads the source of each layer
 * once, regardless of the number of screens, creates its deck.gl layers and adds them to every stage. If a layer throws, only
 * that layer is switched off; the error is reported once.
 */
import type { Layer } from '@deck.gl/core';
import type { AddedPick, Stage } from '@overlook/engine';
import { csvText } from '@overlook/shared/format';
import { HostedLayer, type LayerReport } from './hosted-layer.ts';
import type { AnyLayer, LayerContext, LayerExport, LayerFacts, LayerPlace, LayerSettings } from './layer-definition.ts';
import type { SourceAccess } from './read-source.ts';

/** A visible layer. */
export interface ShownLayer {
  readonly definition: AnyLayer;
  /** 0 to 1. */
  readonly opacity: number;
  readonly settings: LayerSettings;
  /** Base URL of its files; default: the URL of the page. */
  readonly baseUrl?: string;
}

export interface LayerHostOptions {
  readonly place: LayerPlace;
  readonly headers: SourceAccess['headers'];
  /** The stage for counts "in view". */
  readonly activeStage: () => Stage | null;
  /** The report of a layer has changed; called at most once a task for each layer. */
  readonly onReport: (id: string, report: LayerReport) => void;
}

interface OpenStage {
  remove: (() => void)[];
  readonly unwatch: () => void;
  hadSection: boolean;
}

export class LayerHost {
  private readonly hosted = new Map<string, HostedLayer>();
  /** From top to bottom; the top layer is drawn last. */
  private order: readonly string[] = [];
  private readonly stages = new Map<Stage, OpenStage>();
  private readonly reports = new Set<string>();
  private isDrawing = false;

  constructor(private readonly options: LayerHostOptions) {}

  /** Sets the visible layers, top one first. A layer that stays keeps its data; another definition with the same id replaces it. */
  show(layers: readonly ShownLayer[]): void {
    const wanted = new Map(layers.map((layer) => [layer.definition.id, layer]));
    for (const [id, one] of this.hosted) {
      if (wanted.get(id)?.definition === one.definition) continue;
      one.destroy();
      this.hosted.delete(id);
    }
    for (const [id, layer] of wanted) this.open(id, layer).choose(layer.opacity, layer.settings);
    this.order = [...wanted.keys()];
    this.draw();
  }

  /** Shows the layers on a stage. Returns a function that detaches it. */
  attach(stage: Stage): () => void {
    const hasSection = () => stage.state().section !== null;
    const unwatch = [
      stage.on('drawn', () => {
        const open = this.stages.get(stage)!;
        if (open.hadSection === hasSection()) return;
        open.hadSection = hasSection();
        for (const one of this.hosted.values()) one.forget(stage);
        this.draw();
      }),
      stage.on('rest', () => {
        const isAnother = [...this.hosted.values()].map((one) => one.rested(stage)).includes(true);
        if (isAnother) this.draw();
        this.reportAll();
      }),
    ];
    const undo = () => unwatch.forEach((step) => step());
    this.stages.set(stage, { remove: [], unwatch: undo, hadSection: hasSection() });
    this.draw();
    return () => {
      const open = this.stages.get(stage);
      if (!open) return;
      this.stages.delete(stage);
      open.unwatch();
      for (const step of open.remove) step();
      for (const one of this.hosted.values()) one.forget(stage);
    };
  }

  /** Returns the properties of a picked element; null if the layer is not here or has none. */
  facts({ layerId, object }: AddedPick): LayerFacts | null {
    const one = this.hosted.get(layerId.slice(0, layerId.indexOf('/')));
    return one?.call('pick', (pick, context) => pick(object, context)) ?? null;
  }

  /** Exports a layer as a file; null if the layer is not visible or does not support the format. */
  file(id: string, kind: 'geojson' | 'csv'): Blob | null {
    return this.hosted.get(id)?.call('export', (files, context) => layerFile(files, kind, context)) ?? null;
  }

  destroy(): void {
    for (const { remove, unwatch } of this.stages.values()) {
      unwatch();
      for (const step of remove) step();
    }
    this.stages.clear();
    for (const one of this.hosted.values()) one.destroy();
    this.hosted.clear();
  }

  private open(id: string, { definition, baseUrl = document.baseURI }: ShownLayer): HostedLayer {
    const known = this.hosted.get(id);
    if (known) return known;
    const { place, headers, activeStage } = this.options;
    const one = new HostedLayer(definition, {
      place,
      access: { baseUrl, headers },
      activeStage,
      onChange: () => this.draw(),
      onReport: () => this.reportSoon(id),
    });
    this.hosted.set(id, one);
    this.reportSoon(id);
    return one;
  }

  private reportAll(): void {
    for (const id of this.hosted.keys()) this.reportSoon(id);
  }

  private reportSoon(id: string): void {
    if (this.reports.size === 0) queueMicrotask(() => this.report());
    this.reports.add(id);
  }

  private report(): void {
    const ids = [...this.reports];
    this.reports.clear();
    for (const id of ids) {
      const one = this.hosted.get(id);
      if (one) this.options.onReport(id, one.report());
    }
  }

  /** Updates the layers of all stages, once for all changes of a task. */
  private draw(): void {
    if (this.isDrawing) return;
    this.isDrawing = true;
    queueMicrotask(() => {
      this.isDrawing = false;
      for (const [stage, open] of this.stages) this.drawOn(stage, open);
    });
  }

  private drawOn(stage: Stage, open: OpenStage): void {
    const before = open.remove;
    // Bottom layer first, so that higher layers are drawn over it.
    const shown = this.order.toReversed().flatMap((id) => this.hosted.get(id) ?? []);
    open.remove = shown.flatMap((one) => {
      const layers: readonly Layer[] = one.layersFor(stage);
      if (layers.length === 0) return [];
      const isCut = one.definition.clip !== 'none';
      return [stage.addLayer([...layers], { onError: (error) => one.fail(error), isCut })];
    });
    // The old layers are removed after the new ones are added, in the same task, so that deck.gl keeps unchanged layers.
    for (const step of before) step();
  }
}

/** Exports a layer as a file; null if it does not support the format. */
function layerFile(files: LayerExport<unknown>, kind: 'geojson' | 'csv', context: LayerContext<unknown>): Blob | null {
  if (kind === 'geojson') {
    const made = files.geojson?.(context);
    return made ? new Blob([JSON.stringify(made)], { type: 'application/geo+json' }) : null;
  }
  const table = files.csv?.(context);
  return table ? new Blob([csvText(table.columns, table.rows)], { type: 'text/csv' }) : null;
}
