/** The layers of a stage's deck.gl: the tiles, then those that others have added. */
import type { Deck, Layer, PickingInfo } from '@deck.gl/core';
import type { Vec3 } from '@overlook/shared/maths';
import { TileSceneLayer, type TileScene, type TileSceneLayerProps } from '../render/tile-scene-layer.ts';
import type { TileRenderer } from '../render/tile-renderer.ts';
import { type SiteView, SiteViewport } from '../view/site-view.ts';

/** The hit of an added layer. */
export interface LayerPick {
  pointEnu: Vec3;
  layerId: string;
  /** Which of the layer's data. */
  index: number;
  /** The element of its data, null when the layer gives none. */
  object: unknown;
  /** Drawn over everything, nearer things included. */
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
   * `failedIds` are of layers, or parts of them, that could not be made, loaded or drawn. `begin` gives the context the size
   * of this screen, for a pick.
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
    // At once: a layer of the same id and data would keep its positions in the frame of that site.
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

  /** The tiles where they are the whole picture, and deck.gl has nothing to bring up to date; else null. */
  get tilesAlone(): TileSceneLayerProps | null {
    return this.hasAdded || this.manager?.needsUpdate() ? null : this.tileProps;
  }

  /** The scene of the tiles changes in place, which deck.gl does not see. */
  tilesChanged(): void {
    this.tiles?.setNeedsRedraw();
  }

  /** Whether added layers ask to be drawn again, and whether they still load or move. */
  needs(): { redraw: boolean; more: boolean } {
    if (!this.hasAdded) return { redraw: false, more: false };
    const redraw = Boolean(this.deck.needsRedraw({ clearRedrawFlags: false }) || this.manager?.needsUpdate());
    return { redraw, more: redraw || this.added.some((layer) => !this.isSettled(layer)) };
  }

  /** Up to `atMost` things of added layers under a CSS pixel, as the newest frame shows them, nearest first. */
  pick(x: number, y: number, atMost: number): LayerPick[] {
    if (!this.added.some(({ props }) => props.pickable)) return [];
    this.begin();
    const ratio = this.pixelRatio();
    const [left, top] = [x, y].map((at) => Math.floor(at * ratio) / ratio) as [number, number];
    const query = { x: left, y: top, unproject3D: true };
    const hits =
      atMost === 1 ? [this.deck.pickObject(query)] : this.deck.pickMultipleObjects({ ...query, depth: atMost });
    // deck.gl names a pixel by its corner; its depth is that of its middle.
    const half = 0.5 / ratio;
    return hits.flatMap((info) => (info ? layerPick(info, left + half, top + half) : []));
  }

  /** A layer that has failed, or a part of it, does not load any more. */
  private isSettled({ id, isLoaded }: Layer): boolean {
    return isLoaded || [...this.failedIds].some((failed) => failed === id || failed.startsWith(`${id}-`));
  }

  private get manager(): Inside['layerManager'] {
    // deck.gl has no public function for this.
    return (this.deck as unknown as Inside).layerManager;
  }
}

/** `x` and `y`: where in the pixel the depth was taken. */
function layerPick({ layer, sourceLayer, viewport, index, object, coordinate }: PickingInfo, x: number, y: number) {
  if (!layer || !coordinate || coordinate.length < 3 || !(viewport instanceof SiteViewport)) return [];
  const pointEnu = viewport.pointAt(x, y, viewport.alongView(coordinate as Vec3));
  const isOnTop = [layer, sourceLayer].some((of) => of?.props.parameters?.depthCompare === 'always');
  const pick: LayerPick = { pointEnu, layerId: layer.id, index, object: (object as unknown) ?? null, isOnTop };
  return [pick];
}
