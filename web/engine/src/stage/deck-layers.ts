/** The layers of a stage's deck.gl: the tiles, then the added layers. */
import type { Deck, Layer, PickingInfo } from '@deck.gl/core';
import type { Vec3 } from '@overlook/shared/maths';
import { TileSceneLayer, type TileScene, type TileSceneLayerProps } from '../render/tile-scene-layer.ts';
import type { TileRenderer } from '../render/tile-renderer.ts';
import { type SiteView, SiteViewport } from '../view/site-view.ts';

/** The hit of an added layer. */
export interface LayerPick {
  pointEnu: Vec3;
  layerId: string;
  /** Index in the layer's data. */
  index: number;
  /** The element of its data; null if the layer has none. */
  object: unknown;
  /** Drawn over everything, including nearer objects. */
  isOnTop: boolean;
}

/** A part of deck.gl that is not in its public type (9.4). */
interface Inside {
  layerManager: { needsUpdate(): string | false; updateLayers(): void } | null;
}

export class DeckLayers {
  private tiles: TileSceneLayer | null = null;
  private tileProps: TileSceneLayerProps | null = null;
  private added: Layer[] = [];

  /**
   * `failedIds`: ids of layers, or parts of them, that could not be created, loaded or drawn. `begin` sets the size of the
   * context to that of this screen, for a pick.
   */
  constructor(
    private readonly deck: Deck<SiteView[]>,
    private readonly pixelRatio: () => number,
    private readonly failedIds: ReadonlySet<string>,
    private readonly begin: () => void,
  ) {}

  /** Removes all added layers, which belong to the previous site. */
  setTiles(renderer: TileRenderer, scene: TileScene): void {
    this.tileProps = { renderer, scene };
    this.tiles = new TileSceneLayer({ id: 'overlook-tiles', renderer, scene });
    this.setAdded([]);
    // Immediately: a layer of the same id and data would keep its positions in the frame of the previous site.
    this.manager?.updateLayers();
  }

  /** Layers that are drawn after the tiles, with the same depth buffer. */
  setAdded(layers: Layer[]): void {
    this.added = layers;
    this.deck.setProps({ layers: [this.tiles, ...layers] });
  }

  get hasAdded(): boolean {
    return this.added.length > 0;
  }

  /** The layer of the tiles if it is the only one and deck.gl has nothing to update; else null. */
  get tilesAlone(): TileSceneLayerProps | null {
    return this.hasAdded || this.manager?.needsUpdate() ? null : this.tileProps;
  }

  /** The scene of the tiles changes in place; deck.gl does not notice that. */
  tilesChanged(): void {
    this.tiles?.setNeedsRedraw();
  }

  /** Whether added layers need a redraw, and whether they are loading or in transition. */
  needs(): { redraw: boolean; more: boolean } {
    if (!this.hasAdded) return { redraw: false, more: false };
    const redraw = Boolean(this.deck.needsRedraw({ clearRedrawFlags: false }) || this.manager?.needsUpdate());
    return { redraw, more: redraw || this.added.some((layer) => !this.isSettled(layer)) };
  }

  /** Up to `atMost` hits of added layers under a CSS pixel, as in the newest frame, nearest first. */
  pick(x: number, y: number, atMost: number): LayerPick[] {
    if (!this.added.some(({ props }) => props.pickable)) return [];
    this.begin();
    const ratio = this.pixelRatio();
    const [left, top] = [x, y].map((at) => Math.floor(at * ratio) / ratio) as [number, number];
    const query = { x: left, y: top, unproject3D: true };
    const hits =
      atMost === 1 ? [this.deck.pickObject(query)] : this.deck.pickMultipleObjects({ ...query, depth: atMost });
    // deck.gl addresses a pixel by its corner; the depth is that of its centre.
    const half = 0.5 / ratio;
    return hits.flatMap((info) => (info ? layerPick(info, left + half, top + half) : []));
  }

  /** A layer that has failed, or a part of it, is no longer loading. */
  private isSettled({ id, isLoaded }: Layer): boolean {
    return isLoaded || [...this.failedIds].some((failed) => failed === id || failed.startsWith(`${id}-`));
  }

  private get manager(): Inside['layerManager'] {
    // deck.gl has no public function for this.
    return (this.deck as unknown as Inside).layerManager;
  }
}

/** `x` and `y`: position of the depth sample. */
function layerPick({ layer, sourceLayer, viewport, index, object, coordinate }: PickingInfo, x: number, y: number) {
  if (!layer || !coordinate || coordinate.length < 3 || !(viewport instanceof SiteViewport)) return [];
  const pointEnu = viewport.pointAt(x, y, viewport.alongView(coordinate as Vec3));
  const isOnTop = [layer, sourceLayer].some((of) => of?.props.parameters?.depthCompare === 'always');
  const pick: LayerPick = { pointEnu, layerId: layer.id, index, object: (object as unknown) ?? null, isOnTop };
  return [pick];
}
