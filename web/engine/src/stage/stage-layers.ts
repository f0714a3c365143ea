/** The deck.gl layers that were added to a stage, as its canvas gets them. */
import type { Layer, LayersList } from '@deck.gl/core';
import type { EnuFrame } from '@overlook/shared/maths';
import type { EnuSection } from '../geometry/half-spaces.ts';
import { SectionExtension } from '../section/section-extension.ts';
import { type SiteFrame, siteFrame } from '../view/site-frame.ts';
import { SiteLayerExtension } from '../view/site-layer-extension.ts';
import type { DeckLayers } from './deck-layers.ts';
import { libraryProps } from '../library-types.ts';

/** Layers in the ENU metres of the site, or a function that creates them for a site's frame. */
export type StageLayerSource = Layer | LayersList | ((frame: SiteFrame) => Layer | LayersList);

export interface AddedLayerOptions {
  /**
   * Called for each of its layers that cannot be created, loaded, drawn or picked, instead of the page's `error` event. It
   * is called while deck.gl draws, so layers must be removed in a later task.
   */
  onError?: (error: Error) => void;
  /** False for layers that the section volume does not cut. */
  isCut?: boolean;
}

/** The part of a canvas that shows the layers. */
type LayerCanvas = Pick<DeckLayers, 'hasAdded' | 'setAdded'>;

interface Entry extends AddedLayerOptions {
  readonly source: StageLayerSource;
}

const EXTENSIONS = [new SectionExtension(), new SiteLayerExtension()];

export class StageLayers {
  private readonly sources = new Set<Entry>();
  /** The layers of the canvas; null if they are outdated. */
  private shown: { canvas: LayerCanvas; frame: EnuFrame; section: EnuSection | null } | null = null;
  private frame: EnuFrame | null = null;
  private made: { layer: Layer; entry: Entry }[] = [];

  constructor(private readonly onChange: () => void) {}

  /** Adds layers until the returned function is called. */
  add(source: StageLayerSource, options: AddedLayerOptions = {}): () => void {
    const entry = { ...options, source };
    this.sources.add(entry);
    this.changed();
    return () => {
      if (this.sources.delete(entry)) this.changed();
    };
  }

  /** Updates a canvas. A canvas that replaces another gets new layers, because deck.gl's layers are bound to one canvas. */
  show(canvas: LayerCanvas, frame: EnuFrame, section: EnuSection | null): void {
    const { shown } = this;
    if (shown?.canvas === canvas && shown.frame === frame && shown.section === section) return;
    if (this.frame !== frame) this.make(frame);
    const isEmpty = this.made.length === 0 && !canvas.hasAdded;
    if (!isEmpty) {
      canvas.setAdded(this.made.map(({ layer, entry }) => prepared(layer, entry.isCut === false ? null : section)));
    }
    this.shown = { canvas, frame, section };
  }

  /** A layer, by its id, could not be created, loaded or drawn. True if its owner has been informed. */
  failed(layerId: string, error: Error): boolean {
    const onError = this.made.find(({ layer }) => layer.id === layerId)?.entry.onError;
    onError?.(error);
    return onError !== undefined;
  }

  clear(): void {
    this.sources.clear();
    this.made = [];
  }

  private make(frame: EnuFrame): void {
    const site = siteFrame(frame);
    this.made = [...this.sources].flatMap((entry) => {
      const { source } = entry;
      const list = typeof source === 'function' ? source(site) : source;
      return flatten(list).map((layer) => ({ layer, entry }));
    });
    this.frame = frame;
  }

  private changed(): void {
    this.shown = null;
    this.frame = null;
    this.onChange();
  }
}

function flatten(list: Layer | LayersList): Layer[] {
  if (Array.isArray(list)) return list.flatMap((item) => (item ? flatten(item) : []));
  return [list];
}

/** A clone is drawn instead of the owner's layer, so that it can be on several stages at the same time. */
function prepared(layer: Layer, section: EnuSection | null): Layer {
  return layer.clone(libraryProps({ extensions: [...(layer.props.extensions ?? []), ...EXTENSIONS], section }));
}
