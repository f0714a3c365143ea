/**
 * The programming interface of a view: `element.api`, `window.overlook` in the product and, behind promises, that of a frame.
 * Positions are WGS 84 ECEF metres, angles radians, pixels CSS pixels from the upper left corner of the view. Version 1:
 * what is declared here stays until `/embed/v2/`; things may be added. (docs/embedding/api.md)
 */

/** East, north and up, or x, y and z of ECEF: metres, or a direction of length 1. */
export type Vector3 = readonly [x: number, y: number, z: number];

/** A layer of a site. */
export type LayerName = 'textured' | 'shaded' | 'points' | 'cad';

export type ToolName = 'measure' | 'angle' | 'target';

export type MeasureModeName = 'distance' | 'height' | 'area' | 'plane';

export type QualityName = 'quality' | 'balanced' | 'speed';

/** Where the camera is and how it looks: ECEF metres; `direction` and `up` have length 1 and a right angle between them. */
export interface CameraPose {
  readonly position: Vector3;
  readonly direction: Vector3;
  readonly up: Vector3;
}

/** WGS 84 degrees; metres above the ellipsoid. */
export interface GeographicPoint {
  readonly longitude: number;
  readonly latitude: number;
  readonly height: number;
}

export interface Moving {
  /** Flies there instead of being there at once. Where the person wants reduced motion it does not fly. */
  readonly animate?: boolean;
}

export interface CameraApi {
  pose(): CameraPose;
  /** Throws RangeError, which says why, for a pose that no camera can have. */
  setPose(pose: CameraPose, options?: Moving): void;
  /** Flies to look at a point from a distance in metres. */
  flyTo(point: Vector3 | GeographicPoint, distanceMetres: number): void;
  /** The home view of the site. */
  home(options?: Moving): void;
  zoomIn(): void;
  zoomOut(): void;
  /** Turns north up round what is in the middle of the view. */
  northUp(): void;
}

export interface LayerInfo {
  readonly name: LayerName;
  /** As people read it: "Point Cloud". */
  readonly label: string;
}

export interface LayersApi {
  /** The layers of the site that may be seen, in the order of the selector. */
  all(): readonly LayerInfo[];
  /** Null until there is one. */
  shown(): LayerName | null;
  /** Throws RangeError for a layer that is not among {@link all}. */
  show(name: LayerName): void;
}

/** Upright, turned by `headingRad` clockwise from north; `size` is east, north and up before it is turned, metres. */
export interface BoxOfSection {
  readonly centerEcef: Vector3;
  readonly size: Vector3;
  readonly headingRad: number;
}

/** Keeps the side its normal (length 1) points to. */
export interface PlaneOfSection {
  readonly pointEcef: Vector3;
  readonly normalEcef: Vector3;
}

/** Only what is in the box and on the kept side of each plane is drawn and picked. */
export interface Section {
  readonly box: BoxOfSection | null;
  readonly planes: readonly PlaneOfSection[];
}

export interface SectionApi {
  get(): Section | null;
  /** Null shows all again. Throws RangeError for a box without a size and for a normal that has not length 1. */
  set(section: Section | null): void;
}

/** Objects of the Project Layer, by the feature ids that {@link OverlookViewerApi.pick} tells. */
export interface SelectionApi {
  get(): readonly number[];
  /** Draws these objects in the colour of the selection. Throws RangeError for an id that is none. */
  set(featureIds: readonly number[]): void;
}

export interface ColoredObjects {
  readonly featureIds: readonly number[];
  /** "#rrggbb" */
  readonly color: string;
}

/** How objects of the Project Layer are drawn. */
export interface ObjectFilter {
  /** Not drawn and not picked. */
  readonly hidden?: readonly number[];
  /** Nothing but these is fully drawn. */
  readonly isolated?: readonly number[];
  /** Opacity of what is not isolated, 0 to 1; 0 unless given. */
  readonly restOpacity?: number;
  readonly colors?: readonly ColoredObjects[];
}

export interface FilterApi {
  get(): ObjectFilter | null;
  /** Null draws all as it is. Throws RangeError for an id, a colour or an opacity that is none. */
  set(filter: ObjectFilter | null): void;
}

/** What a person has measured; the likely errors are of the same unit. */
export interface MeasurementResult {
  readonly kind: MeasureModeName | 'angle' | 'target';
  readonly points: readonly Vector3[];
  /** False while it is being drawn. */
  readonly isDone: boolean;
  /** Distance: its length, metres. Height: that of the second point above the first. Area: the horizontal one, m². Plane: distance from it. Angle: degrees. Target: 0. Null while points are missing. */
  readonly value: number | null;
  readonly error: number | null;
  /** "m", "m²" or "°". */
  readonly unit: 'm' | 'm²' | '°';
}

export interface MeasurementsApi {
  all(): readonly MeasurementResult[];
  clear(): void;
}

export interface ToolsApi {
  /** The tools that the viewer may use, in their order. */
  all(): readonly ToolName[];
  active(): ToolName | null;
  /** Null puts the tool down. Throws RangeError for a tool that is not among {@link all}. */
  activate(tool: ToolName | null, mode?: MeasureModeName): void;
}

/** A layer made by `defineLayer` of `/layers/v1/overlook-layers.js` (docs/layers/README.md). */
export interface AddedLayerDefinition {
  readonly id: string;
  readonly title: string;
}

/** What may be chosen of a layer that was added. */
export interface AddedLayerChoice {
  readonly isShown?: boolean;
  /** 0 to 1. */
  readonly opacity?: number;
  /** Values by the keys of its settings; one that a setting does not allow gives way to its default. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
}

export interface AddedLayerInfo {
  readonly id: string;
  readonly title: string;
  /** A layer that fails is switched off by itself; shown again, it is tried again. */
  readonly isShown: boolean;
  readonly opacity: number;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly status: 'loading' | 'ready' | 'failed';
  /** Why it failed; null where it has not. */
  readonly failure: string | null;
  /** One line about its data: "412 tags". */
  readonly summary: string | null;
  /** `shape`: circle, triangle, ring, square or line; `color`: "#rrggbb", normal, high, low or missing. */
  readonly legend: readonly { readonly label: string; readonly shape: string; readonly color: string }[];
}

/** Layers of the page itself beside the model: drawn in depth with it, cut by the section, picked. */
export interface AddedApi {
  /** From the top, which is drawn last. */
  all(): readonly AddedLayerInfo[];
  /**
   * Puts a layer on top. Rejects with TypeError for what keeps the contract not, and with RangeError for an id that is there
   * already and for a permission that the view does not have; then nothing of the layer is read.
   */
  add(definition: AddedLayerDefinition, choice?: AddedLayerChoice): Promise<void>;
  /** This and what follows throw RangeError for a layer that is not there. */
  set(id: string, choice: AddedLayerChoice): void;
  /** To a place in the order, 0 for the top. */
  move(id: string, index: number): void;
  /** Takes it away with all that it holds. */
  remove(id: string): void;
  /** A shown layer as a file; null where it gives none of this kind. */
  file(id: string, kind: 'geojson' | 'csv'): Blob | null;
}

export interface QualityApi {
  get(): QualityName;
  set(quality: QualityName): void;
}

/** What a layer that was added tells of an element of its data. */
export interface AddedFacts {
  /** Its id. */
  readonly layer: string;
  readonly title: string;
  readonly rows: readonly (readonly [name: string, value: string])[];
}

export interface PickedPoint {
  readonly pointEcef: Vector3;
  readonly point: GeographicPoint;
  /** Null where a layer that was added was hit. */
  readonly layer: LayerName | null;
  /** Of an added layer that was hit; null for the model, and where the layer tells nothing. */
  readonly added: AddedFacts | null;
  /** Of an object of the Project Layer. */
  readonly featureId: number | null;
  /** Likely error of the position, metres. */
  readonly errorMetres: number;
}

export interface Progress {
  readonly loaded: number;
  readonly wanted: number;
  readonly failed: number;
  readonly isSettled: boolean;
}

export interface ViewerFailure {
  readonly reason: string;
  /** A sentence for a person. */
  readonly message: string;
}

export interface ViewerEvents {
  /** While the camera moves, once a frame at most. */
  camera: CameraPose;
  /** The camera has stopped. */
  rest: CameraPose;
  /** Another layer is seen than before. */
  layer: LayerName | null;
  /** A click on the model while no tool is active; null beside it. */
  click: PickedPoint | null;
  /** Other objects are selected than before. */
  select: readonly number[];
  section: Section | null;
  measure: readonly MeasurementResult[];
  tool: ToolName | null;
  /** Layers that were added have changed: loaded, failed, other choices, another order. */
  added: readonly AddedLayerInfo[];
  /** Ten times a second at most. */
  progress: Progress;
  /** All that the view needs is loaded and drawn. */
  settled: null;
  error: ViewerFailure;
}

export interface SiteInfo {
  readonly slug: string;
  readonly name: string;
  readonly origin: GeographicPoint;
}

export interface OverlookViewerApi {
  /** "1", of `/embed/v1/`. */
  readonly version: string;
  site(): SiteInfo;
  readonly camera: CameraApi;
  readonly layers: LayersApi;
  readonly section: SectionApi;
  readonly selection: SelectionApi;
  readonly filter: FilterApi;
  readonly measurements: MeasurementsApi;
  readonly tools: ToolsApi;
  readonly added: AddedApi;
  readonly quality: QualityApi;
  /** The nearest thing under a pixel; null for nothing. */
  pick(x: number, y: number): PickedPoint | null;
  /** The pixel of a point and its distance from the camera, metres; null behind the camera. */
  project(point: Vector3 | GeographicPoint): { x: number; y: number; distance: number } | null;
  /** Resolves when nothing loads or moves any more and that is drawn. */
  idle(): Promise<void>;
  /** The view as a JPEG. */
  screenshot(): Promise<Blob>;
  /** Data sources that are to be credited. */
  attributions(): readonly string[];
  /** Calls `handler` until the function that it returns is called. */
  on<K extends keyof ViewerEvents>(event: K, handler: (value: ViewerEvents[K]) => void): () => void;
}

/**
 * `window.overlook` in the product: the interface of screen 1, and those of all screens. It is undefined until screen 1 shows
 * a layer. Objects, layers, the section and the tools are the same on all screens.
 */
export interface OverlookProductApi extends OverlookViewerApi {
  /** Screens that show a layer, screen 1 first. */
  readonly screens: readonly OverlookViewerApi[];
}

/** `<overlook-viewer>` (docs/embedding/element.md). Each property but `api` is also an attribute. */
export interface OverlookViewer extends HTMLElement {
  /** The secret of an embed. */
  token: string | null;
  /** Slug of the only site that is wanted. */
  site: string | null;
  layer: LayerName | null;
  /** Address of a view, or its query. */
  view: string | null;
  quality: QualityName | null;
  /** Names of the visible controls, or "none". */
  controls: string | null;
  /** Null until the event `overlook-ready`. */
  readonly api: OverlookViewerApi | null;
  /** Opens a view that has a password; `overlook-ready` or `overlook-error` follows. */
  openWith(password: string): void;
}
