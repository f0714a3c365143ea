/** Declarations of `/embed/v1/overlook-maplibre.js`: a site in a MapLibre map of your own (docs/embedding/maplibre.md). */
import type { Layer } from '@deck.gl/core';
import type { ControlPosition, IControl, Map as MapLibreMap } from 'maplibre-gl';
import type { LayerName, Vector3 } from '../../embed/api/viewer-api.ts';
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

/** How the site is drawn; all of it can be changed later. */
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
  /** An open session in place of a new one. */
  session?: SiteSession;
  /** Further deck.gl layers, in degrees, drawn in depth with the site. */
  layers?: Layer[];
  /** Id of the layer of the style before which the site is drawn; over all of them when absent. */
  beforeId?: string;
  /** The map flies to the site once that is known; true when absent. */
  fly?: boolean;
  onReady?: (session: SiteSession) => void;
  onError?: (error: VisitFailure) => void;
  onTileError?: (url: string, error: Error) => void;
}

export interface SitePlace {
  /** Degrees, degrees, metres above the ellipsoid: without what the site is lifted by. */
  lngLatHeight: [longitude: number, latitude: number, height: number];
  pointEcef: Vector3;
  /** The object, by its number in the layer; null where none is named. */
  featureId: number | null;
}

export declare class OverlookControl implements IControl {
  constructor(options: OverlookControlOptions);
  onAdd(map: MapLibreMap): HTMLElement;
  onRemove(): void;
  getDefaultPosition(): ControlPosition;
  /** Changes how the site is drawn; what is not named stays. */
  setProps(props: SiteDrawingProps & { layers?: Layer[] }): void;
  /** What of the site is under a point of the map, CSS pixels; null for nothing of it. */
  pick(point: { x: number; y: number }): SitePlace | null;
  /** Everything that the view needs is there. */
  get isLoaded(): boolean;
}
