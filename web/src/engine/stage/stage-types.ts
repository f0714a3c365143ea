/** The engine's public types: what a page needs to know to hold a stage. Metres and ECEF unless a name says otherwise. */
import type { Pose, Vec3 } from '@overlook/shared/maths';
import type { MousePreset } from '../camera/presets.ts';
import type { SectionBox } from '../geometry/section-volume.ts';
import type { PhotoSight, StagePhoto } from '../photos/photo.ts';
import type { RayEcef, ToolHit } from '../tools/tool.ts';
import type { SwipeSide } from '../view/swipe.ts';
import type { LearntQuality } from './quality/start-step.ts';
import type { AddedLayerOptions, StageLayerSource } from './stage-layers.ts';
import type { StagePoints } from './scene-points.ts';
import type { StageSite } from './stage-site.ts';
import type { StagePatch, StageState } from './stage-state.ts';

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
  /** The model has been seen, at a coarse level at least: a frame that covers the view was drawn since the site was opened. */
  isOpen: boolean;
  /** loaded / wanted, 1 when settled. */
  fraction: number;
}

export interface PickResult {
  pointEcef: Vec3;
  /** Model type of the tiles that were hit; null where an added layer was. */
  layer: number | null;
  featureId: number | null;
  /** Likely error of the position: the geometric error of the tile, or the width of a pixel on an added layer. */
  errorMetres: number;
  /** What was hit of a layer that {@link Stage.addLayer} has added; null where tiles were. */
  added: AddedPick | null;
}

export interface AddedPick {
  /** Id of the deck.gl layer as its owner made it. */
  layerId: string;
  /** Which of its data, and the element itself. */
  index: number;
  object: unknown;
}

export interface AreaPick {
  areaId: string;
  /** Where its surface was hit. */
  pointEcef: Vec3;
}

export interface StageStats {
  tilesSelected: number;
  tilesLoaded: number;
  tilesFailed: number;
  triangles: number;
  points: number;
  /** GPU memory of the tiles of the page: its screens share them. */
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
  /** Multiplies the pixel ratio of the base map. */
  mapPixelRatioFactor: number;
  /** Eye-dome lighting, round points and soft shade are drawn also while the camera moves. */
  hasEffects: boolean;
  /** Shadows of the sun are drawn also while the camera moves, where they are drawn at all. */
  hasShadows: boolean;
  /** Each frame is antialiased, not only stills. */
  isSmoothed: boolean;
  /** How far this GPU has to be spared: to be handed to the next stage as {@link StageOptions.learnt}. */
  learnt: LearntQuality;
  /** What the view needs, and what all screens of the page may take: less after a lost context. */
  memory: { neededBytes: number; capBytes: number; lostContexts: number };
}

export interface StageOptions {
  container: HTMLElement;
  /** MapLibre style, null for the built-in offline map, undefined for no base map at all. */
  basemapStyleUrl?: string | null;
  /** Headers for tile requests, asked for at each request. */
  fetchHeaders?: () => Record<string, string>;
  /**
   * Fields for the addresses of tile requests, asked for at each request. A header would make browsers ask first for each
   * tile of another origin.
   */
  fetchQuery?: () => Record<string, string>;
  /**
   * Bytes of a file, by its absolute address, that the page has requested before the stage was there; null for others. Each is
   * asked for once. A promise of null leaves the request to the stage.
   */
  takeEarly?: (url: string) => Promise<ArrayBuffer | null> | null;
  reducedMotion?: () => boolean;
  /** What mouse drags mean; "map" when absent. */
  preset?: () => MousePreset;
  maxPixelRatio?: number;
  /** What an earlier stage has learnt on this device (`QualityReport.learnt`). */
  learnt?: LearntQuality | null;
  antialias?: boolean;
}

export interface TileError {
  url: string;
  message: string;
  /** False while the engine goes on trying. */
  final: boolean;
  unsupported: boolean;
  /** The worker that was to read it has stopped, or was not started. */
  isWorkerLost: boolean;
}

export interface StageEvents {
  pose: Pose;
  /** The camera has stopped at another pose than before. */
  rest: Pose;
  /** After each frame: marks over the stage follow it. */
  drawn: null;
  progress: TileProgress;
  /** Another layer is seen than before, on either side of a swipe; tells that of the first. */
  seenLayer: number | null;
  /** Quality has been reduced or given back. */
  quality: QualityReport;
  /** A click, with any tool active: what it hit, null beside the model, and the layer that is seen there. */
  tap: { hit: ToolHit | null; layerId: number | null };
  /** A click on an area (its id) that no tool has used; the model behind it hears of the same click as a `tap`. */
  areaTap: string;
  /** The pins under the mouse that are drawn as one, the foremost first; empty when it leaves them. */
  pinHover: readonly string[];
  /** A click on pins, which neither the model nor an area hears of; a tool that is active gets it instead. */
  pinTap: readonly string[];
  /** The photos under the mouse that are drawn as one, the foremost first; empty when it leaves them. */
  photoHover: readonly string[];
  /** A click on photos, which neither pins nor the model hear of; a tool that is active gets it instead. */
  photoTap: readonly string[];
  /** A click on an added layer, which neither the model nor an area hears of; a tool that is active gets it instead. */
  addedTap: PickResult & { added: AddedPick };
  /**
   * The model has changed since {@link Stage.sight} or {@link Stage.isHiddenFrom} answered, and has settled: asked again
   * they may answer otherwise.
   */
  sightChange: null;
  tileError: TileError;
  /** The box that a drag of its handles asks for. */
  sectionBox: SectionBox;
  /** The point under the mouse, null when it points at nothing or leaves. */
  cursor: { pointEcef: Vec3 } | null;
  contextLost: null;
  contextRestored: null;
}

export interface Stage {
  /** What it shows now: replaced by each change, so two states can be compared by identity. */
  state(): StageState;
  /**
   * Changes what it shows; what the patch does not name stays. Throws RangeError for a screen-space error that is not above
   * 0 and for a feature id that is none; nothing changes then.
   */
  update(patch: StagePatch): void;
  /** Begins at the site's home view and without a layer; with `animate` it flies there from where the camera is. */
  setSite(site: StageSite, options?: { animate?: boolean }): void;
  /** The layer that is seen and picked, with a swipe on its first side: the one chosen before until the new one covers the view. */
  seenLayer(): number | null;
  pose(): Pose;
  /** Throws RangeError, which says why, for a pose that no camera can have; the camera then stays where it is. */
  setPose(pose: Pose, options?: { animate?: boolean }): void;
  /** The camera may go to a pose soon: its tiles load after those of the view. Null when it may not any more. */
  expect(pose: Pose | null): void;
  /** Flies to look at a point (ECEF metres) from a distance. */
  flyTo(pointEcef: Vec3, distanceMetres: number): void;
  /** Size in CSS pixels. */
  size(): { width: number; height: number };
  flyHome(options?: { animate?: boolean }): void;
  progress(): TileProgress;
  /** The same for each side of a swipe; null without one. */
  progressOfSides(): Readonly<Record<SwipeSide, TileProgress>> | null;
  qualityReport(): QualityReport;
  retryFailed(): void;
  /** Resolves when nothing loads or moves any more, all is refined to the current quality, and that is drawn; not when finer tiles have come at rest. */
  idle(): Promise<void>;
  /**
   * Resolves when the frame of a view at rest is as good as it will be: after {@link idle}, with all frames of its still
   * where `isRefinedAtRest` is set and the device can draw one.
   */
  refined(): Promise<void>;
  stats(): StageStats;
  /** What the drawn points are, all layers together; null where none are drawn. Takes milliseconds: for a view at rest. */
  pointStatistics(): StagePoints | null;
  /**
   * Draws deck.gl layers after the tiles, in depth with them and cut by the section volume, until the function that it
   * returns is called or the stage is destroyed. Positions are metres east, north and up of the site's origin: a function
   * is called with that frame, now and for each site that is opened later. Adding a layer of the same id after removing
   * the one before changes it; what has not changed of its data is kept. Layers with `pickable` are found by
   * {@link Stage.pick}. (docs/extending.md)
   */
  addLayer(layers: StageLayerSource, options?: AddedLayerOptions): () => void;
  /** What is under a CSS pixel of the stage: the nearest of tiles and added layers. */
  pick(x: number, y: number): PickResult | null;
  /** The nearest area under a CSS pixel that neither the model nor the section volume hides; null for none. */
  pickArea(x: number, y: number): AreaPick | null;
  /**
   * The nearest of the layer that is seen, of all that is loaded, along a ray from anywhere: ECEF metres, `direction` a
   * unit vector. What is cut by the section volume counts, and what objects are filtered out does too. Null for nothing.
   */
  pickRay(ray: RayEcef): PickResult | null;
  /**
   * Asks for the finest tiles at a point, and tells where it is on them, along the same ray, each time that is known better;
   * until the function that it returns is called.
   */
  followPoint(hit: ToolHit, onFiner: (hit: ToolHit) => void): () => void;
  /**
   * Whether the layer that is seen is between two points (ECEF metres), by all that is loaded and within its error; the
   * section volume and filters count as in `pickRay`. Null as long as there is no model.
   */
  isHiddenFrom(fromEcef: Vec3, pointEcef: Vec3): boolean | null;
  /**
   * Which photos show a point (ECEF metres) that is known to within `errorMetres`, in the order of `photos`: by pose, lens
   * and what is loaded of the layer that is seen, the section volume left out of account. It asks for no tiles. With
   * `sizeEnu`, metres east, north and up, how much they show of the object that fills the upright box about the point.
   */
  sight(
    pointEcef: Vec3,
    photos: readonly StagePhoto[],
    options?: { errorMetres?: number; sizeEnu?: Vec3 | null },
  ): Promise<PhotoSight[]>;
  /** Like a click there; true when a tool has used it. */
  tap(x: number, y: number): boolean;
  /** Up to ten things along the ray through a CSS pixel, nearest first, of tiles and added layers. */
  drill(x: number, y: number): PickResult[];
  /** CSS pixels of a point (ECEF metres) and its distance from the camera; null when it is behind it. */
  project(pointEcef: Vec3): { x: number; y: number; distance: number } | null;
  /** Marks the point that the mouse rests over in another screen. */
  setSharedCursor(pointEcef: Vec3 | null): void;
  /** JPEG, quality 0.9 (specification §9), base map included. */
  screenshot(): Promise<Blob>;
  /** Data sources to be credited, from the tiles and the base map. */
  attributions(): string[];
  on<K extends keyof StageEvents>(event: K, handler: (value: StageEvents[K]) => void): () => void;
  destroy(): void;
}
