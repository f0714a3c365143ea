/**
 * The contract between the viewer and authors of file formats (docs/layers/formats.md). A format is a module that runs in its own
 * worker for each file. It returns plain data, which the viewer validates, positions and draws.
 */

/** The used part of a loaders.gl loader with parser, such as `CSVLoader`, or an object with the same fields. */
export interface FormatLoader {
  readonly id: string;
  readonly name: string;
  /** Parses the whole file. Users see the message of an error. */
  readonly parse: (bytes: ArrayBuffer, options?: Readonly<Record<string, unknown>>) => Promise<unknown>;
}

/** Features (RFC 7946), in degrees (WGS 84) unless `crs` is set: `EPSG:n`, or well-known text. */
export interface GeoJsonContent {
  readonly kind: 'geojson';
  readonly geojson: unknown;
  readonly crs?: string | null;
}

/**
 * A point for each row, by its column names: longitude and latitude in degrees; or easting and northing, or x and y, in metres of
 * the site or of a projected system.
 */
export interface TableContent {
  readonly kind: 'table';
  readonly rows: readonly Readonly<Record<string, unknown>>[];
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

/** A definition with unknown data types. */
// oxlint-disable-next-line typescript/no-explicit-any -- each content() takes what its own loader answers
export type AnyFormat = FormatDefinition<any>;

const ID = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38}[A-Za-z0-9])?$/;
const EXTENSION = /^[a-z0-9]{1,16}$/;
const MIME_TYPE = /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/;
const TITLE_LONGEST = 80;
const ENDS_MOST = 20;
/** Upper bound of `largestBytes`: a file is read as a whole. */
export const FORMAT_LARGEST_BYTES = 512 * 1024 * 1024;

/** An invalid format definition. The message names the format and the field. */
export class FormatDefinitionError extends TypeError {
  override readonly name = 'FormatDefinitionError';
}

/** Checks the definition of a format and returns it frozen. Throws a {@link FormatDefinitionError} that names the invalid field. */
export function defineFormat<Parsed>(definition: FormatDefinition<Parsed>): Readonly<FormatDefinition<Parsed>> {
  checkFormat(definition);
  return Object.freeze(definition);
}

/** Throws a {@link FormatDefinitionError} if the value is not a valid definition. */
export function checkFormat(value: unknown): asserts value is AnyFormat {
  if (typeof value !== 'object' || value === null)
    throw new FormatDefinitionError('A format is an object made by defineFormat().');
  checkFormatKind(value);
  const { id, loader, options, content } = value as Partial<AnyFormat>;
  const check = checkOf(id);
  check(typeof loader === 'function' || isLoader(loader), 'loader must be a loader, or a function that gives one');
  check(options === undefined || (typeof options === 'object' && options !== null), 'options must be an object');
  check(content === undefined || typeof content === 'function', 'content must be a function');
}

const checkOf = (id: unknown) => (isValid: boolean, rule: string) => {
  if (!isValid) throw new FormatDefinitionError(`Format "${String(id).slice(0, 60)}": ${rule}.`);
};

/** Checks the part of a format that the page knows. */
export function checkFormatKind(value: object): asserts value is FormatKind {
  const { id, title, extensions, mimeTypes, largestBytes } = value as Partial<FormatKind>;
  const check = checkOf(id);
  const areAll = (list: unknown, pattern: RegExp) =>
    Array.isArray(list) &&
    list.length <= ENDS_MOST &&
    list.every((one) => typeof one === 'string' && pattern.test(one));
  check(typeof id === 'string' && ID.test(id), 'id must be 1 to 40 letters, digits and hyphens');
  check(
    typeof title === 'string' && title.trim() !== '' && title.length <= TITLE_LONGEST,
    'title must be a text of 1 to 80 characters',
  );
  check(areAll(extensions, EXTENSION) && extensions!.length > 0, 'extensions must be a list like ["gpx"]');
  check(
    mimeTypes === undefined || areAll(mimeTypes, MIME_TYPE),
    'mimeTypes must be a list like ["application/gpx+xml"]',
  );
  const isSize = Number.isSafeInteger(largestBytes) && largestBytes! > 0 && largestBytes! <= FORMAT_LARGEST_BYTES;
  check(isSize, 'largestBytes must be a number of bytes, at most 512 MiB');
}

export const isLoader = (value: unknown): value is FormatLoader =>
  typeof value === 'object' && value !== null && 'parse' in value && typeof value.parse === 'function';
