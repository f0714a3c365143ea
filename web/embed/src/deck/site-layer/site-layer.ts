/**
 * A site in a deck.gl of a host application. Its view is a `MapView`, a `GlobeView`, the view of a MapLibre overlay, or a
 * `SiteView`.
 *
 * It is a composite layer over deck.gl's `Tile3DLayer` and loaders.gl's 3D Tiles reader. It adds session, retries, memory limit,
 * placement, section, feature styles and picks. If the host can use a `SiteView`, `SiteTilesLayer` costs a tenth for each tile.
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
import {
  type FeatureRules,
  featureStyleTable,
  isModelsList,
  type PlacedTileset,
  placedTilesets,
  type SectionVolume,
} from '@overlook/engine/deck';
import type { LayerName, SiteSession } from '../session/site-session.ts';
import { NO_FEATURE_INDEX } from './feature-module.ts';
import { pickedPlace } from './picked-place.ts';
import { SiteDrawing } from './site-drawing.ts';
import { SiteTilesetLayer } from './site-tileset-layer.ts';
import { type LoadedTile, prepareTile } from './tile-content.ts';
import { SiteMeshLayer, SitePointsLayer } from './tile-layers.ts';
import { libraryProps } from '@overlook/engine/library-types';

type Tileset3D = Parameters<NonNullable<Tile3DLayerProps['onTilesetLoad']>>[0];

interface OwnProps {
  /** An open session. */
  session: SiteSession;
  /** Default: the first layer of the view. */
  layer?: LayerName | null;
  /** CSS pixels; default 16. */
  screenSpaceErrorPx?: number;
  /** Radius of points, CSS pixels; default 1.35. */
  pointSize?: number;
  /** Memory limit above which tiles are released, MiB. */
  maximumMemoryUsage?: number;
  /** Raises the plant, metres: minus its ground height places it on a flat map. */
  raiseMetres?: number;
  /** Only geometry inside this volume is shown; null for all. */
  section?: SectionVolume | null;
  /** Styles of the features; null for their own colours. */
  features?: FeatureRules | null;
  /** A file could not be loaded after all attempts. */
  onTileError?: (url: string, error: Error) => void;
}

export type SiteLayerProps = CompositeLayerProps & OwnProps;

/** The result of a pick of a `SiteLayer`, in addition to deck.gl's fields. */
export interface SitePickingInfo extends PickingInfo {
  /** Feature id of the picked object; null if the tile has none. */
  featureId?: number | null;
  /** Picked position, ECEF metres; only with `unproject3D`. `coordinate` is the same position as longitude, latitude and height. */
  pointEcef?: Vec3;
}

export class SiteLayer extends CompositeLayer<Required<OwnProps>> {
  static override layerName = 'SiteLayer';
  static override defaultProps: DefaultProps<OwnProps> = {
    // Required, so that its default is never read.
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

  declare state: {
    /** The session and the layer that are shown. */
    shown: Pick<Required<OwnProps>, 'session' | 'layer'>;
    /** Counts the layers that were shown: their sublayers have ids of their own. */
    generation: number;
    drawing: SiteDrawing;
    tilesets: readonly PlacedTileset[];
    loaded: Set<Tileset3D>;
  };

  /** Throws RangeError for an invalid run of ids in `features`, VisitFailure for a `layer` that the view does not have. */
  constructor(props: SiteLayerProps) {
    if (props.features) featureStyleTable(props.features);
    if (props.layer) props.session.layerUrl(props.layer);
    super(libraryProps(props));
  }

  override initializeState(): void {
    this.begin(0);
  }

  /** True if all tiles that the newest frame needs are loaded. */
  override get isLoaded(): boolean {
    return Boolean(this.state?.tilesets.length) && super.isLoaded;
  }

  override updateState({ props, oldProps, changeFlags }: UpdateParameters<this>): void {
    const { raiseMetres, section, features, screenSpaceErrorPx, maximumMemoryUsage } = props;
    const { shown, generation } = this.state;
    if (props.session !== shown.session || props.layer !== shown.layer) {
      this.end();
      this.begin(generation + 1);
    }
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
    this.end();
  }

  private begin(generation: number): void {
    const { session, layer } = this.props;
    const drawing = new SiteDrawing(this.context.device, enuFrame(session.origin));
    const url = session.layerUrl(layer ?? undefined);
    const isList = isModelsList(url);
    const tilesets = isList ? [] : [{ url, placement: null }];
    // Without setState: deck.gl renders the sublayers after this.
    this.state = { shown: { session, layer }, generation, drawing, tilesets, loaded: new Set() };
    if (isList) void this.loadList(url, generation);
  }

  private end(): void {
    // A tileset that waits for its newest tiles to be drawn would select tiles again without end.
    for (const tileset of this.state.loaded) tileset.setProps({ loadTiles: false });
    this.state.drawing.destroy();
  }

  private tilesetLayer({ url, placement }: PlacedTileset, index: number): Layer {
    const { session, pointSize, screenSpaceErrorPx, onTileError } = this.props;
    const { drawing, generation } = this.state;
    const modelMatrix = placement ? new Matrix4(Array.from(placement)) : new Matrix4();
    return new SiteTilesetLayer(
      this.getSubLayerProps({ id: `tileset-${generation}-${index}` }),
      libraryProps({
        data: url,
        pointSize,
        loadOptions: {
          // loaders.gl would fetch its workers from another server.
          core: { fetch: session.fetch, worker: false },
          tileset: { modelMatrix, maximumScreenSpaceError: screenSpaceErrorPx },
        },
        onTilesetLoad: (tileset: Tileset3D) => {
          // Its layer may have been replaced while it was read.
          if (drawing !== this.state.drawing) return tileset.setProps({ loadTiles: false });
          this.state.loaded.add(tileset);
          this.limit(tileset);
        },
        onTileLoad: (tile: unknown) => prepareTile(tile as LoadedTile, drawing.frame),
        // loaders.gl passes the message before the URL, unlike deck.gl's type.
        onTileError: (_tile: unknown, message: string, at: string) => onTileError(at, new Error(message)),
        _subLayerProps: {
          scenegraph: { type: SiteMeshLayer, drawing, _lighting: 'flat' },
          pointcloud: { type: SitePointsLayer, drawing, material: false },
        },
      }),
    );
  }

  /** Sets the fields that loaders.gl 4.5 reads during loading: it reads its options only once or not at all. */
  private limit(tileset: Tileset3D): void {
    const { maximumMemoryUsage, screenSpaceErrorPx } = this.props;
    tileset.maximumMemoryUsage = maximumMemoryUsage;
    tileset.options.maximumScreenSpaceError = screenSpaceErrorPx;
    tileset.memoryAdjustedScreenSpaceError = screenSpaceErrorPx;
  }

  private async loadList(url: string, generation: number): Promise<void> {
    const { session, onTileError } = this.props;
    try {
      const answer = await session.fetch(url);
      if (!answer.ok) throw new Error(answer.statusText);
      const tilesets = placedTilesets(await answer.json(), url);
      if (this.state?.generation === generation) this.setState({ tilesets });
    } catch (error) {
      onTileError(url, error as Error);
    }
  }
}
