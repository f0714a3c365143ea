/**
 * Declarations of `/embed/v1/overlook-deck.js`: a site in a deck.gl of your own (docs/embedding/deck.md). Version 1: what is
 * declared here stays until `/embed/v2/`; things may be added.
 */
import type { CompositeLayer, CompositeLayerProps, Layer, LayerProps, PickingInfo, View } from '@deck.gl/core';
import type { GeographicPoint, LayerName, Section, Vector3 } from '../../embed/api/viewer-api.ts';

export type { LayerName } from '../../embed/api/viewer-api.ts';

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

/** Why there is nothing to see: `reason` for programs, `message` a sentence for people. */
export declare class VisitFailure extends Error {
  constructor(reason: VisitFailureReason, sentence: string);
  override readonly name: 'VisitFailure';
  readonly reason: VisitFailureReason;
  /** Trying again may help. */
  get mayPass(): boolean;
}

/** Only what is in the box and on the kept side of each plane is drawn and picked. */
export type SectionVolume = Section;

export interface FeatureStyle {
  /** 0 (not drawn) to 1. */
  readonly opacity: number;
  /** 0 to 255, in place of the object's own; null to keep it. */
  readonly color: readonly [red: number, green: number, blue: number] | null;
}

/** Runs of numbers of objects: first and last of each, flat. */
export type FeatureRuns = ArrayLike<number>;

/** How objects are drawn. */
export interface FeatureRules {
  /** What no rule names, things without a number included. */
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

/** An open view of a site. The one who opened it closes it. */
export declare class SiteSession {
  private constructor();
  /** Rejects with {@link VisitFailure}. */
  static open(options: SiteSessionOptions): Promise<SiteSession>;
  /** Why nothing more is fetched; null while the view is open. */
  ended: VisitFailure | null;
  get site(): { readonly id: number; readonly slug: string; readonly name: string };
  /** Ground point of the site. */
  get origin(): GeographicPoint;
  get layers(): LayerName[];
  /** Address of the tileset.json or models.json of a layer. Throws {@link VisitFailure} for one that is not shown. */
  layerUrl(layer?: LayerName): string;
  /** What a {@link SiteTilesLayer} takes to show a layer. */
  tiles(layer?: LayerName): Pick<SiteTilesLayerProps, 'url' | 'origin'> & { fetchQuery: () => Record<string, string> };
  /** Called once when the view opens nothing any more. Returns how to stop. */
  onEnd(listener: (reason: VisitFailure) => void): () => void;
  /** Fetches a file of the site. Rejects with {@link VisitFailure} when the view has ended. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Nothing is fetched from now on. Safe to call twice. */
  close(): void;
}

interface OwnSiteLayerProps {
  /** An open session; it holds for the life of the layer, as does the layer's name. */
  session: SiteSession;
  /** The first that the view shows when absent. */
  layer?: LayerName | null;
  /** CSS pixels; 16 when absent. */
  screenSpaceErrorPx?: number;
  /** Radius of points, CSS pixels; 1.35 when absent. */
  pointSize?: number;
  /** Tiles are given up beyond this, MiB. */
  maximumMemoryUsage?: number;
  /** Lifts the plant, metres: minus the height of its ground puts it onto a flat map. */
  raiseMetres?: number;
  section?: SectionVolume | null;
  features?: FeatureRules | null;
  /** A file cannot be had, after all attempts. */
  onTileError?: (url: string, error: Error) => void;
}

export type SiteLayerProps = CompositeLayerProps & OwnSiteLayerProps;

/** What a pick of a {@link SiteLayer} answers with besides deck.gl's. */
export interface SitePickingInfo extends PickingInfo {
  /** The object that was hit, by its number in the layer; null where the tile names none. */
  featureId?: number | null;
  /** Where it was hit, ECEF metres; with `unproject3D` only. `coordinate` is the same in degrees and metres. */
  pointEcef?: Vector3;
}

/** The site in a `MapView`, a `GlobeView` or the overlay of a map. */
export declare class SiteLayer extends CompositeLayer<Required<OwnSiteLayerProps>> {
  static layerName: string;
  constructor(props: SiteLayerProps);
  /** All that the newest picture needs is there. */
  get isLoaded(): boolean;
  renderLayers(): Layer[];
}

interface OwnSiteTilesLayerProps {
  /** Absolute address of a tileset.json or of a models.json. This and the origin hold for the life of the layer. */
  url: string;
  /** Origin of the frame that the view is in. */
  origin: GeographicPoint;
  /** CSS pixels; 16 when absent. */
  screenSpaceErrorPx?: number;
  /** Diameter of points, CSS pixels; 2.7 when absent. */
  pointSizePx?: number;
  section?: SectionVolume | null;
  /** Fields for the addresses of tiles, asked for at each request; the same function for the life of the layer. */
  fetchQuery?: (() => Record<string, string>) | null;
  /** A tile cannot be had; not `final` while it is tried again. */
  onTileError?: (url: string, error: Error, final: boolean) => void;
}

export type SiteTilesLayerProps = LayerProps & OwnSiteTilesLayerProps;

/** What was hit of the tiles. */
export interface SiteTilesPick {
  /** Metres east, north and up of the origin. */
  pointEnu: Vector3;
  pointEcef: Vector3;
  featureId: number | null;
  /** Likely error of the position, metres. */
  errorMetres: number;
}

/** The site in a deck.gl whose view is a {@link SiteView}. */
export declare class SiteTilesLayer extends Layer<Required<OwnSiteTilesLayerProps>> {
  static layerName: string;
  constructor(props: SiteTilesLayerProps);
  get isLoaded(): boolean;
  initializeState(): void;
  /** The nearest of the tiles under a CSS pixel of the view; null for nothing. */
  pick(x: number, y: number): SiteTilesPick | null;
}

/** Metres east, north and up of the site's origin; directions have length 1. */
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

/** Between the positions that people have and the metres that layers beside a {@link SiteTilesLayer} take. */
export interface SiteFrame {
  enuFromLla(longitude: number, latitude: number, height: number): [number, number, number];
  enuFromEcef(pointEcef: Vector3): [number, number, number];
  ecefFromEnu(pointEnu: Vector3): [number, number, number];
  llaFromEnu(pointEnu: Vector3): GeographicPoint;
}

export declare function siteFrame(origin: GeographicPoint): SiteFrame;
