/** The box of an export (specification §9 "Export"): metres, degrees. Its first size and shortest side are `maths/box`. */
export const EXPORT_BOX = {
  sizeStepM: 0.25,
  moveStepM: 0.25,
  turnStepDeg: 10,
  /** Sides after "Clear selection". */
  resetSideM: 1,
  /** The longest side that the form and the server accept. */
  sideLongestM: 10_000,
} as const;

/** Formats of an export: the specification's two, and LAS 1.4. The first is the default. */
export const EXPORT_FORMATS = ['E57', 'PTS', 'LAS'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Formats of drawings; the first is the default. */
export const DRAWING_FORMATS = ['PDF', 'DXF', 'SVG'] as const;
export type DrawingFormat = (typeof DRAWING_FORMATS)[number];

/** The format of meshes, and all formats that a list of downloads may have. */
export const MESH_FORMAT = 'GLB';
export const DOWNLOAD_FORMATS = [...EXPORT_FORMATS, MESH_FORMAT, ...DRAWING_FORMATS] as const;
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number];

/** Model types whose triangles can be exported. */
export const MESH_LAYERS = [3, 2, 4] as const;
export type MeshLayerId = (typeof MESH_LAYERS)[number];

/** Whether the meshes of a layer have edges that a drawing shows: those from photos have folds everywhere. */
export const HAS_OUTLINES: Readonly<Record<MeshLayerId, boolean>> = { 3: false, 2: true, 4: true };

/**
 * The coordinates in which an export is written: those of the site's point cloud, or ECEF. The first is the default. A code of
 * a projected system is taken as well: "EPSG:32654".
 */
export const EXPORT_COORDINATES = ['site', 'ecef'] as const;
export type EpsgText = `EPSG:${number}`;
export type ExportCoordinates = (typeof EXPORT_COORDINATES)[number] | EpsgText;

/** Bytes that a point takes in a file of each format, for estimates. */
export const EXPORT_BYTES_A_POINT: Readonly<Record<ExportFormat, number>> = { E57: 17, PTS: 45, LAS: 36 };

export const EXPORTS = {
  /** While downloads are shown, the list is requested at this interval, milliseconds (specification §9). */
  pollMs: 3000,
  /** An export file is kept for this many days. */
  keptDays: 30,
  /** A deleted export can be restored for this long, milliseconds. */
  undoMs: 10 * 60_000,
  /** Most points of one export, unless the operator sets another limit. */
  pointsMostDefault: 50_000_000,
  /** Most triangles of one export, unless the operator sets another limit. */
  trianglesMostDefault: 10_000_000,
  /** Most unfinished exports of one person, and most bytes of the kept ones. */
  pendingMost: 20,
  keptBytesMost: 50e9,
  /** An export is refused if it would leave fewer free bytes on the disk than this. */
  freeBytesLeast: 1e9,
  /** Downloads in one list. */
  listedMost: 500,
} as const;
