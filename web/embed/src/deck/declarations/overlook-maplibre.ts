/** Declarations of `/embed/v1/overlook-maplibre.js`: a site in a MapLibre map of the host (docs/embedding/maplibre.md). */
import type { Layer } from '@deck.gl/core';
import type { ControlPosition, IControl, Map as MapLibreMap } from 'maplibre-gl';
import type { LayerName, Vector3 } from '../../viewer/api/viewer-api.ts';
import type { FeatureRules, SectionVolume, SiteSession, SiteSessionOptions, VisitFailure } from './overlook-deck.ts';

export {
  type FeatureRules,
  type FeatureRuns,
  type FeatureStyle,
  type LayerName,
  type SectionVolume,
  SiteSession,
  type SiteSessionOptions,
  VisitFailure,
  type VisitFailureReason,
} from './overlook-deck.ts';

/** Drawing options of the site, which can be changed at any time. */
export interface SiteDrawingProps {
  layer?: LayerName | null;
  screenSpaceErrorPx?: number;
  pointSize?: number;
  maximumMemoryUsage?: number;
  raiseMetres?: number;
  section?: SectionVolume | null;
  features?: FeatureRules | null;
}

export interface OverlookControlOptions extends SiteDrawingProps, SiteSessionOptions {
  /** An open session instead of a new one. */
  session?: SiteSession;
  /** Further deck.gl layers in degrees, depth-tested against the site. */
  layers?: Layer[];
  /** Id of the style layer below which the site is drawn; default: above all layers. */
  beforeId?: string;
  /** Whether the map jumps to the site once its position is known; default true. */
  fly?: boolean;
  onReady?: (session: SiteSession) => void;
  onError?: (error: VisitFailure) => void;
  onTileError?: (url: string, error: Error) => void;
}

export interface SitePlace {
  /** Degrees, degrees, metres above the ellipsoid, without `raiseMetres`. */
  lngLatHeight: [longitude: number, latitude: number, height: number];
  pointEcef: Vector3;
  /** Feature id of the object; null if there is none. */
  featureId: number | null;
}

export declare class OverlookControl implements IControl {
  constructor(options: OverlookControlOptions);
  onAdd(map: MapLibreMap): HTMLElement;
  onRemove(): void;
  getDefaultPosition(): ControlPosition;
  /** Changes the drawing options; absent fields do not change. */
  setProps(props: SiteDrawingProps & { layers?: Layer[] }): void;
  /** Returns the position of the site under a point of the map (CSS pixels); null for none. */
  pick(point: { x: number; y: number }): SitePlace | null;
  /** True if all tiles that the view needs are loaded. */
  get isLoaded(): boolean;
}
