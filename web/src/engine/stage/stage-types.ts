/** The engine's public types: what a page needs to know to hold a stage. Metres and ECEF unless a name says otherwise. */
import type { QualityKey, SiteQuality } from '@overlook/shared/config';
import type { Lla, Pose, Vec3 } from '@overlook/shared/maths';
import type { SitePlan } from '@overlook/shared/schemas';
import type { MousePreset } from '../camera/presets.ts';
import type { FeatureRules } from '../looks/feature-looks.ts';
import type { ClearSpot } from '../overlays/pills.ts';
import type { BoxMode } from '../section/box-handles.ts';
import type { SectionBox, SectionVolume } from '../section/section-volume.ts';
import type { MarkOwner, StageTool, ToolHit } from '../tools/tool.ts';

export interface SiteLayer {
  modeltypeId: number;
  /** Address of a tileset.json or of a models.json. */
  url: string;
}

export interface StageSite {
  /** Ground point of the site: origin of the ENU frame and level of the base map. */
  origin: Lla;
  homePose: Pose | null;
  layers: SiteLayer[];
  /** The site from above, for the ground of the built-in base map. */
  plan?: SitePlan | null;
  /** Screen-space errors and memory at each quality; the common ones when absent. */
  quality?: SiteQuality;
}

export interface TileProgress {
  /** Tiles drawn now. */
  selected: number;
  /** Tiles the view needs that are there, and all it needs. */
  loaded: number;
  wanted: number;
  loading: number;
  failed: number;
  settled: boolean;
  stoppedAtMemoryLimit: boolean;
  /** The model has been seen, be it coarsely: a picture that covers the view was drawn since the site was opened. */
  isOpen: boolean;
  /** loaded / wanted, 1 when settled. */
  fraction: number;
}

export interface PickResult {
  pointEcef: Vec3;
  /** Model type of the layer that was hit. */
  layer: number;
  featureId: number | null;
  /** Likely error of the position: the geometric error of the tile. */
  errorMetres: number;
}

export interface StageStats {
  tilesSelected: number;
  tilesLoaded: number;
  tilesFailed: number;
  triangles: number;
  points: number;
  gpuBytes: number;
  frames: number;
  /** Main-thread time of the engine per frame, mean of the newest 60. */
  jsMsPerFrame: number;
}

/** How finely the stage draws, and why not as finely as was chosen. */
export interface QualityReport {
  /** Empty at the chosen quality. */
  reasons: readonly ('frameTime' | 'memory')[];
  /** Duration of the newest frame in motion, milliseconds. */
  frameMs: number;
  screenSpaceErrorPx: { chosen: number; now: number };
  pixelRatio: { chosen: number; now: number };
  memory: { neededBytes: number; capBytes: number };
}

export interface StageOptions {
  container: HTMLElement;
  /** MapLibre style, null for the built-in offline map, undefined for no base map at all. */
  basemapStyleUrl?: string | null;
  /** Headers for tile requests, asked anew for each. */
  fetchHeaders?: () => Record<string, string>;
  reducedMotion?: () => boolean;
  /** What mouse drags mean; "map" when absent. */
  preset?: () => MousePreset;
  maxPixelRatio?: number;
  antialias?: boolean;
}

export interface TileError {
  url: string;
  message: string;
  /** False while the engine goes on trying. */
  final: boolean;
  unsupported: boolean;
}

export interface StageEvents {
  pose: Pose;
  /** The camera has come to rest somewhere else than before. */
  rest: Pose;
  /** After each picture, whatever caused it: marks over the stage follow it. */
  drawn: null;
  progress: TileProgress;
  /** Another layer is seen than before. */
  seenLayer: number | null;
  /** Quality has been reduced or given back. */
  quality: QualityReport;
  /** A click on the model, whatever tool is active; null beside it. */
  tap: ToolHit | null;
  tileError: TileError;
  /** The box that a drag of its handles asks for. */
  sectionBox: SectionBox;
  /** The point under the mouse, null when it points at nothing or leaves. */
  cursor: { pointEcef: Vec3 } | null;
  contextLost: null;
  contextRestored: null;
}

export interface Stage {
  /** Begins at the site's home view; with `animate` it flies there from where the camera is. */
  setSite(site: StageSite, options?: { animate?: boolean }): void;
  setLayer(modeltypeId: number): void;
  layer(): number | null;
  /** The layer that is seen and picked: the one chosen before until the new one covers the view. */
  seenLayer(): number | null;
  pose(): Pose;
  /** Throws RangeError, which says why, for a pose that no camera can have; the camera then stays where it is. */
  setPose(pose: Pose, options?: { animate?: boolean }): void;
  /** Flies to look at a point (ECEF metres) from a distance. */
  flyTo(pointEcef: Vec3, distanceMetres: number): void;
  /** Size in CSS pixels. */
  size(): { width: number; height: number };
  flyHome(options?: { animate?: boolean }): void;
  setQuality(quality: QualityKey): void;
  /** Overrides the quality's screen-space error, CSS pixels; null gives it back. Throws RangeError unless it is above 0. */
  setScreenSpaceError(px: number | null): void;
  /** Overrides the quality's point diameter in CSS pixels; null gives it back. */
  setPointSize(px: number | null): void;
  /** Eye-dome lighting of point clouds; null leaves it to the device: on where a GPU draws. */
  setEyeDomeLighting(isOn: boolean | null): void;
  setGlobeVisible(visible: boolean): void;
  /** Distance of the cutting plane in metres. */
  setNear(metres: number): void;
  progress(): TileProgress;
  qualityReport(): QualityReport;
  retryFailed(): void;
  /** Resolves when nothing loads or moves any more, all is refined to the current quality, and that is drawn. */
  idle(): Promise<void>;
  stats(): StageStats;
  /** What lies under a CSS pixel of the stage. */
  pick(x: number, y: number): PickResult | null;
  /** As if somebody clicked there; true when a tool has used it. */
  tap(x: number, y: number): boolean;
  /** Up to ten things along the ray through a CSS pixel, nearest first. */
  drill(x: number, y: number): PickResult[];
  /** CSS pixels of a point (ECEF metres) and its distance from the camera; null when it is behind it. */
  project(pointEcef: Vec3): { x: number; y: number; distance: number } | null;
  /** Draws the marks of `drawn`, later ones above, their values not over `keptClear`; clicks on the model go to `active`. */
  carryTools(active: StageTool | null, drawn: readonly MarkOwner[], keptClear?: ClearSpot | null): void;
  /** A secondary screen draws marks thinly and without their values. */
  setSecondary(isSecondary: boolean): void;
  /** Marks the point that the mouse rests over in another screen. */
  setSharedCursor(pointEcef: Vec3 | null): void;
  /** Shows only what is inside the volume; with `handles` the box can be changed by hand, which `sectionBox` proposes. */
  setSection(volume: SectionVolume | null, handles: BoxMode | null): void;
  /** How the objects of the Project Layer are drawn; null for as they are. */
  setFeatures(rules: FeatureRules | null): void;
  /** JPEG, quality 0.9 (specification §9), base map included. */
  screenshot(): Promise<Blob>;
  /** Data sources to be credited, from the tiles and the base map. */
  attributions(): string[];
  on<K extends keyof StageEvents>(event: K, handler: (value: StageEvents[K]) => void): () => void;
  destroy(): void;
}
