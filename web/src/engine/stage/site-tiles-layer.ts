/**
 * The tiles of one tileset or models.json as a deck.gl layer, for a deck.gl of your own whose view is a `SiteView`. It
 * draws, loads and releases them as a stage does; base map, marks, picks and the governor are the stage's.
 */
import { Layer, type LayerProps } from '@deck.gl/core';
import { MEMORY_CAP_MIB } from '@overlook/shared/config';
import { type Lla, enuFrame } from '@overlook/shared/maths';
import type { EnuSection } from '../geometry/half-spaces.ts';
import type { DrawItem } from '../render/draw-item.ts';
import { Programs } from '../render/programs.ts';
import { rendersInSoftware } from '../render/software-renderer.ts';
import { TileRenderer } from '../render/tile-renderer.ts';
import { restoreParameters } from '../render/tile-scene-layer.ts';
import { LayerTiles } from '../tiles/layer-tiles.ts';
import type { Tile } from '../tiles/tile.ts';
import type { TileStore } from '../tiles/tile-store.ts';
import { SiteViewport } from '../view/site-view.ts';
import { type PageResources, acquirePageResources } from './page-resources.ts';
import { PICTURE_START, settingsStyle } from './picture-settings.ts';

interface OwnProps {
  /** Absolute address of a tileset.json or of a models.json. This and the origin hold for the life of the layer. */
  url: string;
  /** Origin of the frame that the view is in. */
  origin: Lla;
  /** CSS pixels; 16 when absent. */
  screenSpaceErrorPx?: number;
  /** Diameter of points, CSS pixels; 2.7 when absent. */
  pointSizePx?: number;
  section?: EnuSection | null;
  /** A tile cannot be had; not `final` while it is tried again. */
  onTileError?: (url: string, error: Error, final: boolean) => void;
}

interface Resources {
  page: PageResources;
  store: TileStore;
  tiles: LayerTiles;
  programs: Programs;
  renderer: TileRenderer;
}

export class SiteTilesLayer extends Layer<Required<OwnProps>> {
  static override layerName = 'SiteTilesLayer';
  static override defaultProps = {
    url: '',
    origin: { type: 'object', value: null },
    screenSpaceErrorPx: 16,
    pointSizePx: 2.7,
    section: { type: 'object', value: null },
    onTileError: { type: 'function', value: () => undefined },
  };

  declare state: { resources: Resources };

  constructor(props: LayerProps & OwnProps) {
    super(props as never);
  }

  override initializeState(): void {
    const { url, origin, onTileError } = this.props;
    const { gl } = this.context.device as unknown as { gl: WebGL2RenderingContext };
    const page = acquirePageResources(this.state, undefined);
    page.askFor(this.state, MEMORY_CAP_MIB);
    const store = page.createStore(gl);
    const programs = new Programs(gl);
    const onChange = () => this.getCurrentLayer()?.setNeedsRedraw();
    const tiles = new LayerTiles(0, { url, frame: enuFrame(origin), store, onChange, onError: onTileError });
    this.state.resources = { page, store, tiles, programs, renderer: new TileRenderer(gl, programs) };
  }

  /** All tiles that the newest picture needed are there. */
  override get isLoaded(): boolean {
    const progress = this.state?.resources?.tiles.progress();
    return super.isLoaded && progress !== undefined && progress.isCovered && progress.loading === 0;
  }

  override draw(): void {
    const { viewport, device } = this.context;
    if (!(viewport instanceof SiteViewport)) throw new Error('A SiteTilesLayer needs a SiteView.');
    const { screenSpaceErrorPx, pointSizePx, section } = this.props;
    const { store, tiles, renderer } = this.state.resources;
    const hasMore = store.resources.scheduler.upload(performance.now());
    const camera = viewport.cameraFrame();
    tiles.select(camera, screenSpaceErrorPx, section, []);
    const items: DrawItem<Tile>[] = [];
    tiles.collect(items);
    const pixelRatio = device.getDefaultCanvasContext().cssToDeviceRatio();
    const style = {
      pointSizePx: pointSizePx * pixelRatio,
      pixelRatio,
      section,
      ...settingsStyle(PICTURE_START, rendersInSoftware()),
      haze: 0,
      features: null,
      points: null,
      lit: null,
    };
    renderer.render([{ items, style, part: null }], camera);
    restoreParameters(device);
    // Parsed tiles wait for the time of the next picture.
    if (hasMore) this.setNeedsRedraw();
  }

  override finalizeState(): void {
    const { page, tiles, programs, renderer } = this.state.resources;
    tiles.destroy();
    renderer.destroy();
    programs.destroy();
    page.release(this.state);
  }
}
