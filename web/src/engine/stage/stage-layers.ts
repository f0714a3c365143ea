/** The deck.gl layers that others have added to a stage, as its canvas gets them. */
import type { Layer, LayersList } from '@deck.gl/core';
import type { EnuFrame } from '@overlook/shared/maths';
import type { EnuSection } from '../geometry/half-spaces.ts';
import { SectionExtension } from '../section/section-extension.ts';
import { type SiteFrame, siteFrame } from '../view/site-frame.ts';
import { SiteLayerExtension } from '../view/site-layer-extension.ts';
import type { DeckLayers } from './deck-layers.ts';

/** Layers in the east, north and up metres of the site, or what makes them for a site's frame. */
export type StageLayerSource = Layer | LayersList | ((frame: SiteFrame) => Layer | LayersList);

const EXTENSIONS = [new SectionExtension(), new SiteLayerExtension()];

export class StageLayers {
  private readonly sources = new Set<{ readonly source: StageLayerSource }>();
  /** What the canvas shows, null when that is out of date. */
  private shown: { canvas: DeckLayers; frame: EnuFrame; section: EnuSection | null } | null = null;
  private frame: EnuFrame | null = null;
  private made: Layer[] = [];

  constructor(private readonly onChange: () => void) {}

  /** Until the function that it returns is called. */
  add(source: StageLayerSource): () => void {
    const entry = { source };
    this.sources.add(entry);
    this.changed();
    return () => {
      if (this.sources.delete(entry)) this.changed();
    };
  }

  /** Brings a canvas up to date. A canvas that replaces another gets layers of its own: deck.gl's are bound to one. */
  show(canvas: DeckLayers, frame: EnuFrame, section: EnuSection | null): void {
    const { shown } = this;
    if (shown?.canvas === canvas && shown.frame === frame && shown.section === section) return;
    if (this.frame !== frame) this.make(frame);
    const isEmpty = this.made.length === 0 && !canvas.hasAdded;
    if (!isEmpty) canvas.setAdded(this.made.map((layer) => prepared(layer, section)));
    this.shown = { canvas, frame, section };
  }

  clear(): void {
    this.sources.clear();
    this.made = [];
  }

  private make(frame: EnuFrame): void {
    const site = siteFrame(frame);
    const lists = [...this.sources].map(({ source }) => (typeof source === 'function' ? source(site) : source));
    this.made = flatten(lists);
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

/** The layer as its owner made it stays unused, so that it can be on several stages at the same time. */
function prepared(layer: Layer, section: EnuSection | null): Layer {
  return layer.clone({ extensions: [...(layer.props.extensions ?? []), ...EXTENSIONS], section } as never);
}
