/**
 * Declarations of `/embed/v1/overlook-deck.js`: a site in a deck.gl of the host (docs/embedding/deck.md). Version 1: these
 * declarations stay valid until `/embed/v2/`; additions are possible.
 */
import type { CompositeLayer, CompositeLayerProps, Layer, LayerProps, PickingInfo, View } from '@deck.gl/core';
import type { GeographicPoint, LayerName, Section, Vector3 } from '../../viewer/api/viewer-api.ts';

export type { LayerName } from '../../viewer/api/viewer-api.ts';

export type VisitFailureReason =
  | 'noToken'
  | 'unknown'
  | 'withdrawn'
  | 'ended'
  | 'foreignOrigin'
  | 'otherSite'
  | 'passwordWanted'
  | 'passwordWrong'
  | 'tooManyTries'
  | 'unreachable'
  | 'noWebGl'
  | 'policy'
  | 'nothing'
  | 'failed';

/** The reason why the view cannot be shown: `reason` for programs, `message` as a sentence for users. */
export declare class VisitFailure extends Error {
  constructor(reason: VisitFailureReason, sentence: string);
  override readonly name: 'VisitFailure';
  readonly reason: VisitFailureReason;
  /** True if a retry may succeed. */
  get mayPass(): boolean;
}

/** Only geometry inside the box and on the kept side of each plane is drawn and picked. */
export type SectionVolume = Section;

export interface FeatureStyle {
  /** 0 (not drawn) to 1. */
  readonly opacity: number;
  /** Replaces the colour of the object, 0 to 255; null keeps it. */
  readonly color: readonly [red: number, green: number, blue: number] | null;
}

/** Runs of feature ids as a flat list: first and last id of each run. */
export type FeatureRuns = ArrayLike<number>;

/** Styles of objects. */
export interface FeatureRules {
  /** Style of the objects that no rule names, and of geometry without an id. */
  readonly rest: FeatureStyle;
  /** Later rules win, field by field. */
  readonly rules: readonly ({ readonly features: FeatureRuns } & Partial<FeatureStyle>)[];
}

export interface SiteSessionOptions {
  /** Origin of the Overlook server, `https://overlook.example`. */
  server: string;
  /** Secret of the public link or embed. */
  token: string;
  password?: string;
}

/** An open view of a site. The caller of {@link open} closes it. */
export declare class SiteSession {
  private constructor();
  /** Rejects with {@link VisitFailure}. */
  static open(options: SiteSessionOptions): Promise<SiteSession>;
  /** The reason why nothing more is fetched; null while the view is open. */
  ended: VisitFailure | null;
  get site(): { readonly id: number; readonly slug: string; readonly name: string };
  /** Ground point of the site. */
  get origin(): GeographicPoint;
  get layers(): LayerName[];
  /** Returns the URL of the tileset.json or models.json of a layer. Throws {@link VisitFailure} for a layer that is not shown. */
  layerUrl(layer?: LayerName): string;
  /** Returns the props with which a {@link SiteTilesLayer} shows a layer. */
  tiles(layer?: LayerName): Pick<SiteTilesLayerProps, 'url' | 'origin'> & { fetchQuery: () => Record<string, string> };
  /** Calls `listener` once when the view has ended. Returns a function that unsubscribes. */
  onEnd(listener: (reason: VisitFailure) => void): () => void;
  /** Fetches a file of the site. Rejects with {@link VisitFailure} if the view has ended. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Closes the view; nothing is fetched afterwards. A second call does nothing. */
  close(): void;
}

interface OwnSiteLayerProps {
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
  section?: SectionVolume | null;
  features?: FeatureRules | null;
  /** A file could not be loaded after all attempts. */
  onTileError?: (url: string, error: Error) => void;
}

export type SiteLayerProps = CompositeLayerProps & OwnSiteLayerProps;

/** The result of a pick of a {@link SiteLayer}, in addition to deck.gl's fields. */
export interface SitePickingInfo extends PickingInfo {
  /** Feature id of the picked object; null if the tile has none. */
  featureId?: number | null;
  /** Picked position, ECEF metres; only with `unproject3D`. `coordinate` is the same position in degrees and metres. */
  pointEcef?: Vector3;
}

/** The site in a `MapView`, a `GlobeView` or the overlay of a map. */
export declare class SiteLayer extends CompositeLayer<Required<OwnSiteLayerProps>> {
  static layerName: string;
  constructor(props: SiteLayerProps);
  /** True if all tiles that the newest frame needs are loaded. */
  get isLoaded(): boolean;
  renderLayers(): Layer[];
}

interface OwnSiteTilesLayerProps {
  /** Absolute URL of a tileset.json or models.json. */
  url: string;
  /** Origin of the frame of the view. */
  origin: GeographicPoint;
  /** CSS pixels; default 16. */
  screenSpaceErrorPx?: number;
  /** Diameter of points, CSS pixels; default 2.7. */
  pointSizePx?: number;
  section?: SectionVolume | null;
  /** Returns query fields for tile URLs, called for each request. Another function begins anew: keep it between renderings. */
  fetchQuery?: (() => Record<string, string>) | null;
  /** A tile could not be loaded; not `final` while it will be retried. */
  onTileError?: (url: string, error: Error, final: boolean) => void;
}

export type SiteTilesLayerProps = LayerProps & OwnSiteTilesLayerProps;

/** The result of a pick of the tiles. */
export interface SiteTilesPick {
  /** Metres east, north and up of the origin. */
  pointEnu: Vector3;
  pointEcef: Vector3;
  featureId: number | null;
  /** Estimated error of the position, metres. */
  errorMetres: number;
}

/** The site in a deck.gl whose view is a {@link SiteView}. */
export declare class SiteTilesLayer extends Layer<Required<OwnSiteTilesLayerProps>> {
  static layerName: string;
  constructor(props: SiteTilesLayerProps);
  get isLoaded(): boolean;
  initializeState(): void;
  /** Returns the nearest tile surface under a CSS pixel of the view; null for none. */
  pick(x: number, y: number): SiteTilesPick | null;
  /** The same without a wait: undefined while the geometry is being read from the GPU, so that a later frame has the answer. */
  pickAtHand(x: number, y: number): SiteTilesPick | null | undefined;
}

/** Metres east, north and up of the site's origin; directions are unit vectors. */
export interface SiteViewState {
  positionEnu: Vector3;
  direction: Vector3;
  up: Vector3;
  near: number;
  far: number;
  fovYDeg: number;
}

export declare class SiteView extends View {
  getViewportType(): never;
  protected get ControllerType(): never;
}

/** Converts between geographic or ECEF positions and the ENU metres of layers beside a {@link SiteTilesLayer}. */
export interface SiteFrame {
  enuFromLla(longitude: number, latitude: number, height: number): [number, number, number];
  enuFromEcef(pointEcef: Vector3): [number, number, number];
  ecefFromEnu(pointEnu: Vector3): [number, number, number];
  llaFromEnu(pointEnu: Vector3): GeographicPoint;
}

export declare function siteFrame(origin: GeographicPoint): SiteFrame;
