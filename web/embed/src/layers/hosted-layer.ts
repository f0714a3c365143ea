/** One visible layer: reads its source, calls the parts of its definition, and reports the first error. */
import type { Layer, LayersList } from '@deck.gl/core';
import type { Vec3 } from '@overlook/shared/maths';
import type { Stage } from '@overlook/engine';
import type {
  AnyLayer,
  LayerContent,
  LayerContext,
  LayerPlace,
  LayerSettings,
  LegendEntry,
} from './layer-definition.ts';
import { LayerSourceError, readSource, type SourceAccess } from './read-source.ts';

export interface LayerFailure {
  /** Origin of the error: the source, or the code of the layer. */
  readonly of: 'source' | 'code';
  /** HTTP status of the source; null if unknown. */
  readonly status: number | null;
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
}

/** The state of a layer for a panel. */
export interface LayerReport {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly failure: LayerFailure | null;
  readonly summary: string | null;
  readonly legend: readonly LegendEntry[];
  readonly content: LayerContent | null;
}

export interface LayerSurroundings {
  readonly place: LayerPlace;
  readonly access: SourceAccess;
  /** The stage for counts "in view"; null if there is none. */
  readonly activeStage: () => Stage | null;
  /** The drawn layers have changed. */
  readonly onChange: () => void;
  /** The report has changed. */
  readonly onReport: () => void;
}

export class HostedLayer {
  private data: { readonly value: unknown } | null = null;
  private failure: LayerFailure | null = null;
  private readonly close: () => void;
  private readonly made = new Map<Stage, readonly Layer[]>();
  /** Stages whose layers depend on screen positions. */
  private readonly placed = new Set<Stage>();
  private opacity = 1;
  private settings: LayerSettings = {};

  constructor(
    readonly definition: AnyLayer,
    private readonly around: LayerSurroundings,
  ) {
    this.close = readSource(definition.source, around.place, around.access, {
      onData: (raw) => this.arrived(raw),
      onFailure: (error) => this.fail(error),
    });
  }

  /** Sets the user's options. */
  choose(opacity: number, settings: LayerSettings): void {
    const isSame = opacity === this.opacity && JSON.stringify(settings) === JSON.stringify(this.settings);
    this.opacity = opacity;
    this.settings = settings;
    if (!isSame) this.changed();
  }

  /** Returns the deck.gl layers for a stage, cached until a change. Empty while the layer loads and after a failure. */
  layersFor(stage: Stage): readonly Layer[] {
    const known = this.made.get(stage);
    if (known) return known;
    const layers = this.call('layers', (make, context) => this.prepared(make(context)), stage) ?? [];
    this.made.set(stage, layers);
    return layers;
  }

  /** Drops the cached layers of a stage, or of all stages, so that `layers` is called again. */
  forget(stage?: Stage): void {
    if (stage) this.made.delete(stage);
    else this.made.clear();
  }

  /** Called when the camera of a stage has stopped. Returns true if its layers must be created again. */
  rested(stage: Stage): boolean {
    return this.placed.delete(stage) && this.made.delete(stage);
  }

  report(): LayerReport {
    const { failure, data } = this;
    const summary = this.call('summary', (make, context) => make(context)) ?? null;
    const legend = this.call('legend', (make, context) => make(context)) ?? [];
    const content = this.call('content', (make, context) => make(context)) ?? null;
    return { status: failure ? 'failed' : data ? 'ready' : 'loading', failure, summary, legend, content };
  }

  /**
   * Calls a part of the definition with a context. Returns null if the part or the data is missing, or if the part throws; an
   * error makes the layer fail.
   */
  call<Part extends 'layers' | 'summary' | 'legend' | 'content' | 'pick' | 'export', Result>(
    part: Part,
    use: (value: NonNullable<AnyLayer[Part]>, context: LayerContext<unknown>) => Result,
    stage = this.around.activeStage(),
  ): Result | null {
    const value = this.definition[part];
    if (!value || !this.data || this.failure) return null;
    try {
      return use(value, this.context(stage, this.data.value));
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)));
      return null;
    }
  }

  /**
   * Makes the layer fail: releases its data and closes its source. The change is reported in a later task, because deck.gl may be
   * drawing now.
   */
  fail(error: Error): void {
    if (this.failure) return;
    const isSource = error instanceof LayerSourceError;
    const status = isSource ? error.status : null;
    this.failure = { of: isSource ? 'source' : 'code', status, message: error.message, atMs: Date.now() };
    queueMicrotask(() => {
      this.destroy();
      this.changed();
    });
  }

  destroy(): void {
    this.close();
    this.data = null;
    this.made.clear();
  }

  private arrived(raw: unknown): void {
    const { prepare } = this.definition;
    // An error of `prepare` goes to the reader of the source, which reports it as a failure.
    this.data = { value: prepare ? prepare(raw, this.around.place) : raw };
    this.changed();
  }

  private changed(): void {
    this.made.clear();
    this.around.onChange();
    this.around.onReport();
  }

  private context(stage: Stage | null, data: unknown): LayerContext<unknown> {
    const { place, activeStage, onChange } = this.around;
    return {
      ...place,
      data,
      settings: this.settings,
      opacity: this.opacity,
      timeMs: Date.now(),
      isSectionOn: (stage?.state().section ?? null) !== null,
      invalidate: () => {
        if (!this.data) return;
        this.made.clear();
        onChange();
      },
      pixelOf: (positionEnu) => {
        if (!stage) return null;
        this.placed.add(stage);
        return stage.project(place.frame.ecefFromEnu(positionEnu));
      },
      countInView: (positionsEnu) => countInView(activeStage(), place, positionsEnu),
    };
  }

  /**
   * Adds the layer id to the ids, applies the opacity, and makes layers pickable only if the definition has `pick`. A change of
   * the settings updates all accessors, because deck.gl cannot detect that functions depend on them.
   */
  private prepared(list: Layer | LayersList): Layer[] {
    const { id, pick } = this.definition;
    const chosen = JSON.stringify(this.settings);
    return flat(list).map((layer) => {
      const triggers = layer.props.updateTriggers as Record<string, unknown> | undefined;
      return layer.clone({
        id: `${id}/${layer.id}`,
        opacity: layer.props.opacity * this.opacity,
        pickable: pick !== undefined && layer.props.pickable,
        updateTriggers: { ...triggers, all: [triggers?.['all'], chosen].join() },
      });
    });
  }
}

function flat(list: Layer | LayersList): Layer[] {
  if (!Array.isArray(list)) return [list];
  return list.flatMap((item) => (item ? flat(item as Layer | LayersList) : []));
}

function countInView(stage: Stage | null, { frame }: LayerPlace, positionsEnu: readonly Vec3[]): number | null {
  if (!stage) return null;
  const { width, height } = stage.size();
  return positionsEnu.filter((positionEnu) => {
    const at = stage.project(frame.ecefFromEnu(positionEnu));
    return at !== null && at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height;
  }).length;
}
