/**
 * The programming interface of a view: `element.api`, `window.overlook` in the product and, with promises, the interface of a
 * frame. Positions are WGS 84 ECEF in metres, angles are in radians, pixels are CSS pixels from the upper left corner of the
 * view. Version 1: these declarations stay valid until `/embed/v2/`; additions are possible. (docs/embedding/api.md)
 */

/** East, north and up, or x, y and z of ECEF: metres, or a unit vector. */
export type Vector3 = readonly [x: number, y: number, z: number];

/** A layer of a site. */
export type LayerName = 'textured' | 'shaded' | 'points' | 'cad';

export type ToolName = 'measure' | 'angle' | 'target';

export type MeasureModeName = 'distance' | 'height' | 'area' | 'plane';

export type QualityName = 'quality' | 'balanced' | 'speed';

/** Camera position and orientation: ECEF metres; `direction` and `up` are orthogonal unit vectors. */
export interface CameraPose {
  readonly position: Vector3;
  readonly direction: Vector3;
  readonly up: Vector3;
  /** Orthographic: metres that the height of the view shows. Absent: perspective. */
  readonly orthoHeightM?: number;
}

export type ProjectionName = 'perspective' | 'orthographic';

/** WGS 84 degrees; height above the ellipsoid in metres. */
export interface GeographicPoint {
  readonly longitude: number;
  readonly latitude: number;
  readonly height: number;
}

export interface Moving {
  /** Flies to the pose instead of a jump. Users who prefer reduced motion always get the jump. */
  readonly animate?: boolean;
}

export interface CameraApi {
  pose(): CameraPose;
  /** Throws RangeError with the reason for an invalid pose. */
  setPose(pose: CameraPose, options?: Moving): void;
  /** Flies to a view of a point from a distance in metres. */
  flyTo(point: Vector3 | GeographicPoint, distanceMetres: number): void;
  /** Shows the home view of the site. */
  home(options?: Moving): void;
  zoomIn(): void;
  zoomOut(): void;
  /** Turns the view about its centre point until north is up. */
  northUp(): void;
  projection(): ProjectionName;
  /**
   * Changes the projection at once; what is in the middle of the view keeps its place and size. Throws RangeError for another name.
   */
  setProjection(projection: ProjectionName): void;
}

export interface LayerInfo {
  readonly name: LayerName;
  /** Display name: "Point Cloud". */
  readonly label: string;
}

export interface LayersApi {
  /** The available layers of the site, in the order of the selector. */
  all(): readonly LayerInfo[];
  /** Null until a layer is shown. */
  shown(): LayerName | null;
  /** Throws RangeError for a layer that is not among {@link all}. */
  show(name: LayerName): void;
}

/** An upright box, rotated by `headingRad` clockwise from north; `size` is east, north and up before the rotation, metres. */
export interface BoxOfSection {
  readonly centerEcef: Vector3;
  readonly size: Vector3;
  readonly headingRad: number;
}

/** Keeps the side that its unit normal points to. */
export interface PlaneOfSection {
  readonly pointEcef: Vector3;
  readonly normalEcef: Vector3;
}

/** Only geometry inside the box and on the kept side of each plane is drawn and picked. */
export interface Section {
  readonly box: BoxOfSection | null;
  readonly planes: readonly PlaneOfSection[];
}

export interface SectionApi {
  get(): Section | null;
  /** Null removes the section. Throws RangeError for a box without a size and for a normal that is not a unit vector. */
  set(section: Section | null): void;
}

/** Objects of the Project Layer, by the feature ids that {@link OverlookViewerApi.pick} returns. */
export interface SelectionApi {
  get(): readonly number[];
  /** Draws these objects in the selection colour. Throws RangeError for an invalid id. */
  set(featureIds: readonly number[]): void;
}

export interface ColoredObjects {
  readonly featureIds: readonly number[];
  /** "#rrggbb" */
  readonly color: string;
}

/** Styles of the objects of the Project Layer. */
export interface ObjectFilter {
  /** Objects that are neither drawn nor picked. */
  readonly hidden?: readonly number[];
  /** Only these objects are fully drawn. */
  readonly isolated?: readonly number[];
  /** Opacity of the objects that are not isolated, 0 to 1; default 0. */
  readonly restOpacity?: number;
  readonly colors?: readonly ColoredObjects[];
}

export interface FilterApi {
  get(): ObjectFilter | null;
  /** Null removes the filter. Throws RangeError for an invalid id, colour or opacity. */
  set(filter: ObjectFilter | null): void;
}

/** A measurement of the user. `error` is the estimated error in the same unit. */
export interface MeasurementResult {
  readonly kind: MeasureModeName | 'angle' | 'target';
  readonly points: readonly Vector3[];
  /** False while it is being drawn. */
  readonly isDone: boolean;
  /**
   * Distance: its length, metres. Height: height difference from the first to the second point, metres. Area: horizontal area,
   * m². Plane: distance from the plane, metres. Angle: degrees. Target: 0. Null while points are missing.
   */
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
  /** The available tools in the order of the tool bar. */
  all(): readonly ToolName[];
  active(): ToolName | null;
  /** Null deactivates the tool. Throws RangeError for a tool that is not among {@link all}. */
  activate(tool: ToolName | null, mode?: MeasureModeName): void;
}

/** A layer created by `defineLayer` of `/layers/v1/overlook-layers.js` (docs/layers/README.md). */
export interface AddedLayerDefinition {
  readonly id: string;
  readonly title: string;
}

/** Display options of an added layer. */
export interface AddedLayerChoice {
  readonly isShown?: boolean;
  /** 0 to 1. */
  readonly opacity?: number;
  /** Values by the keys of the layer's settings. A value that a setting does not allow is replaced by its default. */
  readonly settings?: Readonly<Record<string, string | number | boolean>>;
}

export interface AddedLayerInfo {
  readonly id: string;
  readonly title: string;
  /** A layer that fails is hidden automatically. Showing it again retries it. */
  readonly isShown: boolean;
  readonly opacity: number;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  readonly status: 'loading' | 'ready' | 'failed';
  /** Reason of the failure; null without a failure. */
  readonly failure: string | null;
  /** One line about its data: "412 tags". */
  readonly summary: string | null;
  /** `shape`: circle, triangle, ring, square or line. `color`: "#rrggbb", normal, high, low or missing. */
  readonly legend: readonly { readonly label: string; readonly shape: string; readonly color: string }[];
}

/** Layers that the page adds to the model: depth-tested against it, cut by the section and pickable. */
export interface AddedApi {
  /** From top to bottom; the top layer is drawn last. */
  all(): readonly AddedLayerInfo[];
  /**
   * Adds a layer on top. Rejects with TypeError for an invalid definition, and with RangeError for an id that exists already and
   * for a permission that the view does not have. After a rejection no data of the layer is read.
   */
  add(definition: AddedLayerDefinition, choice?: AddedLayerChoice): Promise<void>;
  /** This method and the following ones throw RangeError for an unknown layer. */
  set(id: string, choice: AddedLayerChoice): void;
  /** Moves the layer to an index, 0 for the top. */
  move(id: string, index: number): void;
  /** Removes the layer and releases its resources. */
  remove(id: string): void;
  /** Returns a visible layer as a file; null if it cannot be exported in this format. */
  file(id: string, kind: 'geojson' | 'csv'): Blob | null;
  /**
   * Adds a file format from an ES module whose default export is made by `defineFormat` of `/layers/v1/overlook-formats.js`. `url` is
   * absolute or relative to the page. The module runs in a worker, never in the page. Files of the format that are dropped on the
   * view are then shown. Rejects with RangeError for a permission (`token`) that the view does not have and for an id or a
   * filename extension of a format that was added before; with Error, which names the URL, for a module that cannot be used.
   */
  addFormat(url: string | URL, options?: { readonly token?: string }): Promise<AddedFormatInfo>;
  /**
   * Shows a file as a layer on top: of an added format, or one that the viewer reads itself. Rejects with RangeError if there is no
   * format for it. Problems of its content are the failure of the layer.
   */
  openFile(file: File): Promise<void>;
}

/** A file format that the page has added. */
export interface AddedFormatInfo {
  readonly id: string;
  readonly title: string;
  readonly extensions: readonly string[];
}

export interface QualityApi {
  get(): QualityName;
  set(quality: QualityName): void;
}

/** Properties of an element of an added layer. */
export interface AddedFacts {
  /** Id of the layer. */
  readonly layer: string;
  readonly title: string;
  readonly rows: readonly (readonly [name: string, value: string])[];
}

export interface PickedPoint {
  readonly pointEcef: Vector3;
  readonly point: GeographicPoint;
  /** Null if the pick hit an added layer. */
  readonly layer: LayerName | null;
  /** Properties of the element of an added layer; null for the model, and if the layer has none. */
  readonly added: AddedFacts | null;
  /** Set for objects of the Project Layer. */
  readonly featureId: number | null;
  /** Estimated error of the position, metres. */
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
  /** A sentence for the user. */
  readonly message: string;
}

export interface ViewerEvents {
  /** The camera moves; at most once a frame. */
  camera: CameraPose;
  /** The camera has stopped. */
  rest: CameraPose;
  /** The visible layer has changed. */
  layer: LayerName | null;
  /** The shown date has changed; null for the newest. */
  moment: string | null;
  /** A click on the model while no tool is active; null for a click on the background. */
  click: PickedPoint | null;
  /** The selection has changed. */
  select: readonly number[];
  section: Section | null;
  measure: readonly MeasurementResult[];
  tool: ToolName | null;
  /** The added layers have changed: loaded, failed, options or order. */
  added: readonly AddedLayerInfo[];
  /** At most ten times a second. */
  progress: Progress;
  /** All tiles that the view needs are loaded and drawn. */
  settled: null;
  error: ViewerFailure;
}

/** A published state of a layer (docs/captures.md). */
export interface CaptureInfo {
  readonly layer: LayerName;
  /** "2026-03-14"; the first day of a month or a year where no day is known. */
  readonly date: string;
  /** `published`: the date was not stated, and is the day of its publication. */
  readonly precision: 'day' | 'month' | 'year' | 'published';
  /** It is the one that is shown without a date. */
  readonly isNewest: boolean;
}

export interface SiteInfo {
  readonly slug: string;
  readonly name: string;
  readonly origin: GeographicPoint;
}

export interface OverlookViewerApi {
  /** "1", as in `/embed/v1/`. */
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
  /** Reads the captures of the layers from the server, by layer and date: those that the view may show. */
  captures(): Promise<readonly CaptureInfo[]>;
  /** The date that is shown of all layers; null for the newest. In the product, `draft-` and an id for a draft. */
  moment(): string | null;
  /**
   * Shows the captures of a date of {@link captures}; null for the newest. A layer without a capture of this date shows the one before it, or its
   * first. Rejects with RangeError for a text that is no date, and for a date without a capture.
   */
  setMoment(date: string | null): Promise<void>;
  /** Returns the nearest element under a pixel; null for none. */
  pick(x: number, y: number): PickedPoint | null;
  /** Returns the pixel of a point and its distance from the camera in metres; null behind the camera. */
  project(point: Vector3 | GeographicPoint): { x: number; y: number; distance: number } | null;
  /** Resolves when nothing loads or moves and the final frame is drawn. */
  idle(): Promise<void>;
  /** Returns the view as a JPEG. */
  screenshot(): Promise<Blob>;
  /** Attributions of the data sources. */
  attributions(): readonly string[];
  /** Calls `handler` for each event. Returns a function that unsubscribes. */
  on<K extends keyof ViewerEvents>(event: K, handler: (value: ViewerEvents[K]) => void): () => void;
}

/**
 * `window.overlook` in the product: the interface of screen 1, and those of all screens. It is undefined until screen 1 shows a
 * layer. Objects, layers, the section and the tools are shared by all screens.
 */
export interface OverlookProductApi extends OverlookViewerApi {
  /** Screens that show a layer, screen 1 first. */
  readonly screens: readonly OverlookViewerApi[];
}

/** `<overlook-viewer>` (docs/embedding/element.md). Each property except `api` is also an attribute. */
export interface OverlookViewer extends HTMLElement {
  /** Address of the Overlook server. Default: the server from which the module was loaded. */
  server: string | null;
  /** The secret of an embed. */
  token: string | null;
  /** Slug of the expected site; another site is an error. */
  site: string | null;
  layer: LayerName | null;
  /** URL of a view, or its query. */
  view: string | null;
  quality: QualityName | null;
  /** Names of the visible controls, or "none". */
  controls: string | null;
  /** "cooperative": the wheel and one finger scroll the page, the wheel with Ctrl and two fingers move the view. Default: the view takes all. */
  gestures: string | null;
  /** "light", or "dark" (default). */
  theme: string | null;
  /** Null until the event `overlook-ready`. */
  readonly api: OverlookViewerApi | null;
  /** Opens a view that has a password; `overlook-ready` or `overlook-error` follows. */
  openWith(password: string): void;
}
