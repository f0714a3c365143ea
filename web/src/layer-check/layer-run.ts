/** One layer on two stages without a page, shown by the viewer's own host. */
import { type Layer, Layer as DeckLayer } from '@deck.gl/core';
import { enuFrame } from '@overlook/shared/maths';
import { siteFrame } from '@overlook/engine/added-layers';
import type { LayerFailure, LayerReport } from '@overlook/embed/layers/hosted-layer';
import type { AnyLayer, LayerFacts, LayerPlace, LayerSettings } from '@overlook/embed/layers/layer-definition';
import { LayerHost } from '@overlook/embed/layers/layer-host';
import { validSettings } from '@overlook/embed/layers/layer-settings';
import { CHECK_SITE, ORIGIN } from './check-site.ts';
import { CheckStage } from './check-stage.ts';

const FRAME = enuFrame(ORIGIN);
const CHECK_PLACE: LayerPlace = { site: CHECK_SITE, frame: siteFrame(FRAME) };

/** A source that gives nothing for so long counts as failed. */
const DATA_WITHIN_MS = 15_000;

/** Parts of a definition that the host calls. */
const PARTS = ['prepare', 'layers', 'summary', 'legend', 'content', 'pick'] as const;
type Part = (typeof PARTS)[number] | 'export.geojson' | 'export.csv';
type Call = (...args: never[]) => unknown;

export class LayerRun {
  readonly stages = [new CheckStage(FRAME), new CheckStage(FRAME)] as const;
  /** The part of the definition that threw first, and what; null while none has. */
  thrown: { readonly part: Part; readonly message: string } | null = null;
  /** Data have arrived and `layers` was called. */
  wasAsked = false;
  private readonly host: LayerHost;
  private readonly shown: AnyLayer;
  /** What the panel shows; null before the first report. */
  lastReport: LayerReport | null = null;

  constructor(
    readonly definition: AnyLayer,
    private readonly baseUrl: string,
  ) {
    this.shown = this.watch(definition);
    this.host = new LayerHost({
      place: CHECK_PLACE,
      headers: () => ({}),
      activeStage: () => this.stages[0].asStage,
      onReport: (_id, report) => void (this.lastReport = report),
    });
    for (const stage of this.stages) this.host.attach(stage.asStage);
  }

  /** Shows it with these settings, and resolves when its data are there and deck.gl has its layers. */
  async show(settings: LayerSettings = validSettings(this.definition, {})): Promise<LayerFailure | null> {
    this.host.show([{ definition: this.shown, opacity: 1, settings, baseUrl: this.baseUrl }]);
    const untilMs = Date.now() + DATA_WITHIN_MS;
    do await turn();
    while ((this.lastReport?.status ?? 'loading') === 'loading' && Date.now() < untilMs);
    return this.redraw();
  }

  /** Takes it away from the stages. */
  async hide(): Promise<void> {
    this.host.show([]);
    this.lastReport = null;
    await this.redraw();
  }

  /** Switches a section plane on or off. */
  async cut(isCut: boolean): Promise<LayerFailure | null> {
    for (const stage of this.stages) stage.cut(isCut);
    return this.redraw();
  }

  async redraw(): Promise<LayerFailure | null> {
    // Once for the change, once for what a layer requests during the first draw.
    for (let i = 0; i < 2; i++) {
      await turn();
      for (const stage of this.stages) stage.draw();
      await turn();
    }
    return this.failure;
  }

  get failure(): LayerFailure | null {
    return this.lastReport?.failure ?? null;
  }

  facts(layer: Layer, index: number, object: unknown): LayerFacts | null {
    return this.host.facts({ layerId: layer.id, index, object });
  }

  file(kind: 'geojson' | 'csv'): Blob | null {
    return this.host.file(this.definition.id, kind);
  }

  gpuObjects(): number {
    return this.stages.reduce((sum, stage) => sum + stage.gpuObjects(), 0);
  }

  destroy(): void {
    this.host.destroy();
    for (const stage of this.stages) stage.draw();
  }

  private watch(definition: AnyLayer): AnyLayer {
    const parts = PARTS.flatMap((part) => {
      const call = definition[part] as Call | undefined;
      return call ? [[part, this.watched(part, call)] as const] : [];
    });
    const files = Object.entries(definition.export ?? {}).map(
      ([kind, call]) => [kind, this.watched(`export.${kind as 'csv'}`, call as Call)] as const,
    );
    return {
      ...definition,
      ...Object.fromEntries(parts),
      ...(definition.export && { export: Object.fromEntries(files) }),
    };
  }

  private watched(part: Part, call: Call): Call {
    return (...args) => {
      if (part === 'layers') this.wasAsked = true;
      try {
        const answer = call(...args);
        if (part === 'layers') assertDeckLayers(answer);
        return answer;
      } catch (error) {
        this.thrown ??= { part, message: error instanceof Error ? error.message : String(error) };
        throw error;
      }
    };
  }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 2));

/** Throws a TypeError with the reason if it is not a list of deck.gl layers with different names. */
function assertDeckLayers(made: unknown): void {
  const ids = new Set<string>();
  for (const one of [made].flat(9)) {
    if (one === null || one === undefined || one === false) continue;
    if (!(one instanceof DeckLayer))
      throw new TypeError(`layers() gave ${nameOf(one)}, not deck.gl layers of ${MODULE}`);
    if (ids.has(one.id)) throw new TypeError(`layers() gave two layers with the id ${one.id}`);
    ids.add(one.id);
  }
}

const MODULE = '/layers/v1/overlook-layers.js';

function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value;
  return value instanceof Promise ? 'a promise' : `an object (${value.constructor?.name ?? 'Object'})`;
}
