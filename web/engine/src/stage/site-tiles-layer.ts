/**
 * The tiles of one tileset or models.json as a deck.gl layer, for a deck.gl of the host whose view is a `SiteView`. It loads,
 * draws and releases them as a stage does; it has no base map, marks or governor.
 */
import { Layer, type LayerProps, type UpdateParameters } from '@deck.gl/core';
import type { WebGLDevice } from '@luma.gl/webgl';
import { MEMORY_CAP_MIB } from '@overlook/shared/config';
import { type EnuFrame, type Lla, type Vec3, enuFrame, transformPoint } from '@overlook/shared/maths';
import { type EnuSection, enuSection } from '../geometry/half-spaces.ts';
import type { SectionVolume } from '../geometry/section-volume.ts';
import { type Geometries, GeometryCache } from '../picking/geometry-cache.ts';
import { pickTiles } from '../picking/pick-tiles.ts';
import type { DrawItem } from '../render/draw-item.ts';
import { Programs } from '../render/programs.ts';
import { rendersInSoftware } from '../render/software-renderer.ts';
import { TileRenderer } from '../render/tile-renderer.ts';
import { restoreParameters } from '../render/tile-scene-layer.ts';
import { LayerTiles } from '../tiles/layer-tiles.ts';
import type { Tile } from '../tiles/tile.ts';
import type { TileStore } from '../tiles/tile-store.ts';
import { SiteViewport } from '../view/site-view.ts';
import { rayAt } from '../view/view-rays.ts';
import { pickRayOf } from './pick-ray.ts';
import { LayerLight } from './layer-light.ts';
import { type PageResources, acquirePageResources } from './page-resources.ts';
import { PICTURE_START, settingsStyle } from './picture-settings.ts';
import { libraryProps } from '../library-types.ts';

interface OwnProps {
  /** Absolute URL of a tileset.json or models.json. */
  url: string;
  /** Origin of the frame of the view. */
  origin: Lla;
  /** CSS pixels; default 16. */
  screenSpaceErrorPx?: number;
  /** Smallest diameter of points, CSS pixels; default 2.7. */
  pointSizePx?: number;
  /** The section volume; null for none. */
  section?: SectionVolume | null;
  /** Returns query fields for tile URLs, called for each request. Another function begins anew: keep it between renderings. */
  fetchQuery?: (() => Record<string, string>) | null;
  /** A tile could not be loaded; not `final` while it will be retried. */
  onTileError?: (url: string, error: Error, final: boolean) => void;
}

export type SiteTilesLayerProps = LayerProps & OwnProps;

/** The hit of the tiles. */
export interface SiteTilesPick {
  pointEnu: Vec3;
  pointEcef: Vec3;
  /** Feature id of the object in the layer; null if the tile has none. */
  featureId: number | null;
  /** Likely error of the position, metres: the geometric error of the tile that was hit. */
  errorMetres: number;
}

interface Resources {
  /** What is shown. */
  from: Pick<Required<OwnProps>, 'url' | 'origin' | 'fetchQuery'>;
  frame: EnuFrame;
  page: PageResources;
  store: TileStore;
  tiles: LayerTiles;
  programs: Programs;
  renderer: TileRenderer;
  geometry: GeometryCache;
  /** Items, section and light of the newest frame. */
  items: DrawItem<Tile>[];
  section: EnuSection | null;
  light: LayerLight;
}

export class SiteTilesLayer extends Layer<Required<OwnProps>> {
  static override layerName = 'SiteTilesLayer';
  static override defaultProps = {
    url: '',
    origin: { type: 'object', value: null },
    screenSpaceErrorPx: 16,
    pointSizePx: 2.7,
    section: { type: 'object', value: null, optional: true },
    fetchQuery: { type: 'function', value: null, optional: true, compare: false },
    onTileError: { type: 'function', value: () => undefined },
  };

  declare state: { resources: Resources };

  constructor(props: SiteTilesLayerProps) {
    super(libraryProps(props));
  }

  override initializeState(): void {
    const { url, origin, fetchQuery, onTileError } = this.props;
    const { gl } = this.context.device as WebGLDevice;
    const page = acquirePageResources(this.state, fetchQuery ? { fetchQuery } : {});
    page.askFor(this.state, MEMORY_CAP_MIB);
    const store = page.createStore(gl);
    const programs = new Programs(gl);
    const onChange = () => this.getCurrentLayer()?.setNeedsRedraw();
    const frame = enuFrame(origin);
    const tiles = new LayerTiles(0, { url, frame, store, onChange, onError: onTileError });
    const light = new LayerLight(origin);
    const drawing = { programs, renderer: new TileRenderer(gl, programs), geometry: new GeometryCache(gl) };
    const from = { url, origin, fetchQuery };
    this.state.resources = { from, frame, page, store, tiles, ...drawing, items: [], section: null, light };
  }

  /** All tiles that the newest frame needs are loaded. */
  override get isLoaded(): boolean {
    const progress = this.state?.resources?.tiles.progress();
    return super.isLoaded && progress !== undefined && progress.isCovered && progress.loading === 0;
  }

  override updateState({ props, oldProps }: UpdateParameters<Layer<Required<OwnProps>>>): void {
    const { url, origin, fetchQuery, section } = props;
    const { from } = this.state.resources;
    const isOther = url !== from.url || fetchQuery !== from.fetchQuery || !isSamePlace(origin, from.origin);
    if (isOther) {
      this.finalizeState();
      this.initializeState();
      this.setNeedsRedraw();
    }
    const { resources } = this.state;
    if (isOther || section !== oldProps.section) resources.section = enuSection(section, resources.frame);
  }

  /**
   * The hit under a CSS pixel of the view in the newest frame, with the precision of the tiles' coordinates: a ray is cast against
   * their geometry, without a picking pass. Null for no hit, and before the first frame. Waits for the GPU where that geometry
   * has not been read from it yet; {@link pickAtHand} does not.
   */
  pick(x: number, y: number): SiteTilesPick | null {
    return this.pickIn(this.state.resources.geometry, x, y);
  }

  /** The same without a wait: undefined while the geometry is being read from the GPU, so that a later frame has the answer. */
  pickAtHand(x: number, y: number): SiteTilesPick | null | undefined {
    const geometries = this.state.resources.geometry.atHand();
    const pick = this.pickIn(geometries, x, y);
    return geometries.isComplete ? pick : undefined;
  }

  private pickIn(geometry: Geometries, x: number, y: number): SiteTilesPick | null {
    const { viewport } = this.context;
    if (!(viewport instanceof SiteViewport)) return null;
    const { items, section, frame } = this.state.resources;
    const camera = viewport.cameraFrame();
    const ray = pickRayOf(camera, rayAt(camera, x, y), this.props.pointSizePx);
    const hit = pickTiles(items, ray, geometry, { section, styles: null });
    if (!hit) return null;
    const { pointEnu, featureId, errorMetres } = hit;
    return { pointEnu, pointEcef: transformPoint(frame.ecefFromEnu, pointEnu), featureId, errorMetres };
  }

  override draw(): void {
    const { viewport, device } = this.context;
    if (!(viewport instanceof SiteViewport)) throw new Error('A SiteTilesLayer needs a SiteView.');
    const { screenSpaceErrorPx, pointSizePx } = this.props;
    const { store, tiles, renderer, section, light } = this.state.resources;
    const hasMore = store.resources.scheduler.upload(performance.now());
    const camera = viewport.cameraFrame();
    tiles.select(camera, screenSpaceErrorPx, section, []);
    const items: DrawItem<Tile>[] = [];
    tiles.collect(items);
    this.state.resources.items = items;
    const pixelRatio = device.getDefaultCanvasContext().cssToDeviceRatio();
    const style = {
      pointSizePx: pointSizePx * pixelRatio,
      pixelRatio,
      section,
      ...settingsStyle(PICTURE_START, rendersInSoftware(), null),
      haze: 0,
      features: null,
      points: null,
      lit: null,
      light: light.valuesOf(null, null),
      shadowMap: null,
    };
    renderer.render([{ items, style, part: null }], camera);
    restoreParameters(device);
    // Parsed tiles wait for the next frame.
    if (hasMore) this.setNeedsRedraw();
  }

  override finalizeState(): void {
    const { page, tiles, programs, renderer, geometry } = this.state.resources;
    tiles.destroy();
    geometry.clear();
    renderer.destroy();
    programs.destroy();
    page.release(this.state);
  }
}

const isSamePlace = (a: Lla, b: Lla): boolean =>
  a.longitude === b.longitude && a.latitude === b.latitude && a.height === b.height;
