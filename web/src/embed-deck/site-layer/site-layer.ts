/**
 * A site in a deck.gl of another application, whose view is a `MapView`, a `GlobeView`, that of a MapLibre overlay, or ours.
 *
 * It is a composite over deck.gl's own `Tile3DLayer` and loaders.gl's reader of 3D Tiles: session, retries, memory, place,
 * section, objects and picks are added. Where the host's view may be a `SiteView`, `SiteTilesLayer` costs a tenth per tile.
 */
import {
  CompositeLayer,
  type CompositeLayerProps,
  type DefaultProps,
  type GetPickingInfoParams,
  type Layer,
  type PickingInfo,
  type UpdateParameters,
} from '@deck.gl/core';
import { Matrix4 } from '@math.gl/core';
import type { Tile3DLayerProps } from '@deck.gl/geo-layers';
import { MEMORY_CAP_MIB } from '@overlook/shared/config';
import { enuFrame, type Vec3 } from '@overlook/shared/maths';
import type { SectionVolume } from '../../engine/geometry/section-volume.ts';
import type { FeatureRules } from '../../engine/render/feature-style.ts';
import { isModelsList, type PlacedTileset, placedTilesets } from '../../engine/tiles/models-list.ts';
import type { LayerName, SiteSession } from '../session/site-session.ts';
import { NO_FEATURE_INDEX } from './feature-module.ts';
import { pickedPlace } from './picked-place.ts';
import { SiteDrawing } from './site-drawing.ts';
import { SiteTilesetLayer } from './site-tileset-layer.ts';
import { type LoadedTile, prepareTile } from './tile-content.ts';
import { SiteMeshLayer, SitePointsLayer } from './tile-layers.ts';

type Tileset3D = Parameters<NonNullable<Tile3DLayerProps['onTilesetLoad']>>[0];

interface OwnProps {
  /** An open session; it holds for the life of the layer, as does the layer's name. */
  session: SiteSession;
  /** The first that the view shows when absent. */
  layer?: LayerName | null;
  /** CSS pixels; 16 when absent. */
  screenSpaceErrorPx?: number;
  /** Radius of points, CSS pixels; 1.35 when absent. */
  pointSize?: number;
  /** Tiles are released beyond this, MiB. */
  maximumMemoryUsage?: number;
  /** Lifts the plant, metres: minus the height of its ground puts it onto a flat map. */
  raiseMetres?: number;
  /** What is shown; null for everything. */
  section?: SectionVolume | null;
  /** How objects are drawn; null for as they are. */
  features?: FeatureRules | null;
  /** A file cannot be had, after all attempts. */
  onTileError?: (url: string, error: Error) => void;
}

export type SiteLayerProps = CompositeLayerProps & OwnProps;

/** What a pick of a `SiteLayer` answers with besides deck.gl's. */
export interface SitePickingInfo extends PickingInfo {
  /** The object that was hit, by its number in the layer; null where the tile names none. */
  featureId?: number | null;
  /** Where it was hit, ECEF metres; with `unproject3D` only. `coordinate` is the same as longitude, latitude and height. */
  pointEcef?: Vec3;
}

export class SiteLayer extends CompositeLayer<Required<OwnProps>> {
  static override layerName = 'SiteLayer';
  static override defaultProps: DefaultProps<OwnProps> = {
    session: { type: 'object', value: null as never, compare: false },
    layer: { type: 'object', value: null, optional: true },
    screenSpaceErrorPx: 16,
    pointSize: 1.35,
    maximumMemoryUsage: MEMORY_CAP_MIB,
    raiseMetres: 0,
    section: { type: 'object', value: null, optional: true },
    features: { type: 'object', value: null, optional: true },
    onTileError: { type: 'function', value: () => undefined },
  };

  declare state: { drawing: SiteDrawing; tilesets: readonly PlacedTileset[]; loaded: Set<Tileset3D> };

  constructor(props: SiteLayerProps) {
    super(props as never);
  }

  override initializeState(): void {
    const { session, layer } = this.props;
    const drawing = new SiteDrawing(this.context.device, enuFrame(session.origin));
    const url = session.layerUrl(layer ?? undefined);
    this.state = { drawing, tilesets: isModelsList(url) ? [] : [{ url, placement: null }], loaded: new Set() };
    if (isModelsList(url)) void this.loadList(url);
  }

  /** All that the newest picture needs is there. */
  override get isLoaded(): boolean {
    return Boolean(this.state?.tilesets.length) && super.isLoaded;
  }

  override updateState({ props, oldProps, changeFlags }: UpdateParameters<this>): void {
    const { raiseMetres, section, features, screenSpaceErrorPx, maximumMemoryUsage } = props;
    if (changeFlags.propsChanged) this.state.drawing.update(raiseMetres, section, features);
    const isSame =
      screenSpaceErrorPx === oldProps.screenSpaceErrorPx && maximumMemoryUsage === oldProps.maximumMemoryUsage;
    if (!isSame) for (const tileset of this.state.loaded) this.limit(tileset);
    this.setNeedsRedraw();
  }

  override getPickingInfo({ info }: GetPickingInfoParams): PickingInfo {
    const site = info as SitePickingInfo;
    if (!info.picked) return info;
    site.featureId = info.index === NO_FEATURE_INDEX ? null : info.index;
    const place = pickedPlace(info, this.state.drawing);
    if (place) {
      site.coordinate = [place.lla.longitude, place.lla.latitude, place.lla.height];
      site.pointEcef = place.pointEcef;
    }
    return info;
  }

  override renderLayers(): Layer[] {
    return this.state.tilesets.map((tileset, i) => this.tilesetLayer(tileset, i));
  }

  override finalizeState(context: this['context']): void {
    super.finalizeState(context);
    // A tileset that waits for a picture of its newest tiles would select them again and again without end.
    for (const tileset of this.state.loaded) tileset.setProps({ loadTiles: false });
    this.state.drawing.destroy();
  }

  private tilesetLayer({ url, placement }: PlacedTileset, index: number): Layer {
    const { session, pointSize, screenSpaceErrorPx, onTileError } = this.props;
    const { drawing } = this.state;
    const modelMatrix = placement ? new Matrix4(Array.from(placement)) : new Matrix4();
    return new SiteTilesetLayer(this.getSubLayerProps({ id: `tileset-${index}` }), {
      data: url,
      pointSize,
      loadOptions: {
        // Workers of loaders.gl would be fetched from another server.
        core: { fetch: session.fetch, worker: false },
        tileset: { modelMatrix, maximumScreenSpaceError: screenSpaceErrorPx },
      },
      onTilesetLoad: (tileset: Tileset3D) => {
        this.state.loaded.add(tileset);
        this.limit(tileset);
      },
      onTileLoad: (tile: unknown) => prepareTile(tile as LoadedTile, drawing.frame),
      // loaders.gl calls it with the message before the address, other than deck.gl's type says.
      onTileError: (_tile: unknown, message: string, at: string) => onTileError(at, new Error(message)),
      _subLayerProps: {
        scenegraph: { type: SiteMeshLayer, drawing, _lighting: 'flat' },
        pointcloud: { type: SitePointsLayer, drawing, material: false },
      },
    } as never);
  }

  /** Sets what loaders.gl 4.5 reads of these figures: of its options it reads them once, or not at all. */
  private limit(tileset: Tileset3D): void {
    const { maximumMemoryUsage, screenSpaceErrorPx } = this.props;
    tileset.maximumMemoryUsage = maximumMemoryUsage;
    tileset.options.maximumScreenSpaceError = screenSpaceErrorPx;
    tileset.memoryAdjustedScreenSpaceError = screenSpaceErrorPx;
  }

  private async loadList(url: string): Promise<void> {
    const { session, onTileError } = this.props;
    try {
      const answer = await session.fetch(url);
      if (!answer.ok) throw new Error(answer.statusText);
      this.setState({ tilesets: placedTilesets(await answer.json(), url) });
    } catch (error) {
      onTileError(url, error as Error);
    }
  }
}
