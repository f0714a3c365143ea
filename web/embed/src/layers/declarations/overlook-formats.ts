/** Declarations of `/layers/v1/overlook-formats.js`: the imports of format modules (docs/layers/formats.md). */

/** The used part of a loaders.gl loader with parser, such as `CSVLoader`, or an object with the same fields. */
export interface FormatLoader {
  readonly id: string;
  readonly name: string;
  /** Parses the whole file. Users see the message of an error. */
  readonly parse: (bytes: ArrayBuffer, options?: Readonly<Record<string, unknown>>) => Promise<unknown>;
}

/** What a file tells its user beside its content. */
interface FileNotes {
  /** Parts that cannot be drawn: where they are, for example "Line 3", and a sentence. They are counted and shown. */
  readonly leftOut?: readonly { readonly where: string; readonly reason: string }[];
  /** Other sentences for the user. */
  readonly notes?: readonly string[];
}

/** Features (RFC 7946), in degrees (WGS 84) unless `crs` is set: `EPSG:n`, or well-known text. */
export interface GeoJsonContent extends FileNotes {
  readonly kind: 'geojson';
  readonly geojson: unknown;
  /** Geometries have a member `altitudeMode` with the values of KML; default: heights are above the ellipsoid. */
  readonly hasAltitudeModes?: boolean;
  readonly crs?: string | null;
}

/**
 * A point for each row, by its column names: longitude and latitude in degrees; or easting and northing, or x and y, in metres of
 * the site or of a projected system.
 */
export interface TableContent extends FileNotes {
  readonly kind: 'table';
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Line of each row in the file, from 1, for messages. */
  readonly lines?: readonly number[];
  /** Coordinate system of easting and northing; default: metres east and north of the site's origin. */
  readonly crs?: string | null;
}

interface MeshValues {
  readonly value: ArrayLike<number>;
  readonly size: number;
}

/** A mesh or points, in metres east, north and up of the site's origin: the result of loaders.gl's mesh loaders. */
export interface MeshContent {
  readonly kind: 'mesh';
  /** `POSITION`, and optionally `NORMAL` and `COLOR_0`, three values each. */
  readonly attributes: Readonly<Record<string, MeshValues>>;
  /** Vertex indices of the triangles; without them each three positions are a triangle. */
  readonly indices?: MeshValues | null;
  /** 0 for points. */
  readonly mode?: number;
}

export type FormatContent = GeoJsonContent | TableContent | MeshContent;

/** The part of a format that the page knows; the parser runs in a worker. */
export interface FormatKind {
  /** 1 to 40 letters, digits and hyphens. */
  readonly id: string;
  readonly title: string;
  /** File name extensions in lower case, without a dot. */
  readonly extensions: readonly string[];
  /** MIME types, for files from a URL without a known extension. */
  readonly mimeTypes?: readonly string[];
  /** A larger file is rejected before it is read. */
  readonly largestBytes: number;
}

export interface FormatDefinition<Parsed = unknown> extends FormatKind {
  /** The loader, or a function that loads it when a file of the format is opened. */
  readonly loader: FormatLoader | (() => FormatLoader | Promise<FormatLoader>);
  /** Options of the loader, passed under its id. */
  readonly options?: Readonly<Record<string, unknown>>;
  /**
   * Converts the result of the loader to one content, or to several contents with features. Throws an Error that describes the
   * problem of the file. Without `content` the result itself is drawn: features, rows of a table, or a mesh, as loaders.gl
   * returns them.
   */
  readonly content?: (
    parsed: Parsed,
  ) => FormatContent | readonly FormatContent[] | Promise<FormatContent | readonly FormatContent[]>;
}

/** An invalid format definition. The message names the format and the field. */
export declare class FormatDefinitionError extends TypeError {
  override readonly name: 'FormatDefinitionError';
}

/** Checks the definition of a format and returns it frozen. Throws a {@link FormatDefinitionError} that names the invalid field. */
export declare function defineFormat<Parsed>(definition: FormatDefinition<Parsed>): Readonly<FormatDefinition<Parsed>>;

type LoaderName = 'json' | 'csv' | 'kml' | 'gpx' | 'tcx' | 'wkt' | 'wkb' | 'obj' | 'ply';

/** Loaders of loaders.gl that the viewer provides, for the `loader` of a format. Each is fetched when a file needs it. */
export declare const loaders: Readonly<Record<LoaderName, () => Promise<FormatLoader>>>;
