/**
 * What a format of files is: the contract between the viewer and people who write formats (docs/layers/formats.md). A format
 * is one module that runs in a worker of its own for each file; it gives plain data, which the viewer checks, places and draws.
 */

/** A loader of loaders.gl with its parser, as far as it is used: `CSVLoader`, or an object of your own. */
export interface FormatLoader {
  readonly id: string;
  readonly name: string;
  /** Takes the whole file. What it throws is what people read. */
  readonly parse: (bytes: ArrayBuffer, options?: Readonly<Record<string, unknown>>) => Promise<unknown>;
}

/** Features (RFC 7946), in degrees (WGS 84) unless `crs` says otherwise: `EPSG:n`, or well-known text. */
export interface GeoJsonContent {
  readonly kind: 'geojson';
  readonly geojson: unknown;
  readonly crs?: string | null;
}

/**
 * A point for each row, by the names of its columns: longitude and latitude in degrees; easting and northing, or x and y, in
 * metres of the site or of a map.
 */
export interface TableContent {
  readonly kind: 'table';
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Of easting and northing; metres east and north of the site's origin without it. */
  readonly crs?: string | null;
}

interface MeshValues {
  readonly value: ArrayLike<number>;
  readonly size: number;
}

/** A surface or points, metres east, north and up of the site's origin: what the mesh loaders of loaders.gl answer. */
export interface MeshContent {
  readonly kind: 'mesh';
  /** `POSITION`, and `NORMAL` and `COLOR_0` where there are any, three values each. */
  readonly attributes: Readonly<Record<string, MeshValues>>;
  /** Corners of triangles; each three positions are one without it. */
  readonly indices?: MeshValues | null;
  /** 0 for points. */
  readonly mode?: number;
}

export type FormatContent = GeoJsonContent | TableContent | MeshContent;

/** What the page knows of a format, whose reader runs in a worker. */
export interface FormatKind {
  /** 1 to 40 letters, digits and hyphens. */
  readonly id: string;
  readonly title: string;
  /** Ends of names, in lower case and without a point. */
  readonly extensions: readonly string[];
  /** For files from an address whose name says nothing. */
  readonly mimeTypes?: readonly string[];
  /** A larger file is refused before it is read. */
  readonly largestBytes: number;
}

export interface FormatDefinition<Parsed = unknown> extends FormatKind {
  /** The loader, or what fetches it when a file of the format is opened. */
  readonly loader: FormatLoader | (() => FormatLoader | Promise<FormatLoader>);
  /** Options of the loader, under its id. */
  readonly options?: Readonly<Record<string, unknown>>;
  /**
   * What is drawn of the answer of the loader: one content, or several of features. Throws an Error that says what is wrong with the
   * file. Without it the answer itself is drawn: features, rows of a table, or a mesh, as loaders.gl has them.
   */
  readonly content?: (
    parsed: Parsed,
  ) => FormatContent | readonly FormatContent[] | Promise<FormatContent | readonly FormatContent[]>;
}

/** A definition whose types of data are not known. */
// oxlint-disable-next-line typescript/no-explicit-any -- each content() takes what its own loader answers
export type AnyFormat = FormatDefinition<any>;

const ID = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38}[A-Za-z0-9])?$/;
const EXTENSION = /^[a-z0-9]{1,16}$/;
const MIME_TYPE = /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/;
const TITLE_LONGEST = 80;
const ENDS_MOST = 20;
/** The most that a format may allow itself: a file is read as a whole. */
export const FORMAT_LARGEST_BYTES = 512 * 1024 * 1024;

/** A definition that does not keep the contract. Its message names the format and the field. */
export class FormatDefinitionError extends TypeError {
  override readonly name = 'FormatDefinitionError';
}

/** A format of files, checked and frozen. Throws a {@link FormatDefinitionError} that names the field. */
export function defineFormat<Parsed>(definition: FormatDefinition<Parsed>): Readonly<FormatDefinition<Parsed>> {
  checkFormat(definition);
  return Object.freeze(definition);
}

/** Throws a {@link FormatDefinitionError} for what is no definition. */
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

/** The same for what the page knows of a format. */
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
