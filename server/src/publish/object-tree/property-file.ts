import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { textOfBytes } from '@overlook/shared/format';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { ImportRefusedError, inFile } from '../../errors/import-refused.ts';
import { isAttributeText, readAttributeText } from './attribute-text.ts';
import { assertShallow } from './nesting.ts';
import { parseCsv } from './parse-csv.ts';
import { propertiesSchema, quoted, tagsSchema } from './tree-format.ts';

/** Most missing objects that are named. */
const EXAMPLES = 10;

/** Read as a whole, because its lines are looked up in the order of the tree. */
const LARGEST_BYTES = 256 * 1024 * 1024;

/** Largest number of characters of one entry (or one line of a CSV), and of the name of its object. */
const LONGEST_ENTRY = 4 * 1024 * 1024;
const LONGEST_KEY = 64 * 1024;

/** The names of an object: the column of a CSV, the field of an entry of JSON. */
const KEYS = ['path', 'guid', 'name'] as const;
type KeyKind = (typeof KEYS)[number];

/** Columns without a tab of their own, "Weight" beside "Item/Weight", go here. */
const DEFAULT_TAB = 'Properties';

/** Column of a CSV whose cells hold tags, and their separator. */
const TAG_COLUMN = 'tags';
const TAG_SEPARATOR = ';';

/** Attribute texts have no tabs: their attributes go here. One of this name is a tag of the object as well. */
const ATTRIBUTE_TAB = 'Attributes';
const TAG_ATTRIBUTE = 'tag';

export type Properties = Record<string, Record<string, string>>;

/** The data of a file about an object. */
export interface MoreOfObject {
  properties: Properties;
  tags: readonly string[];
}

/** Properties by the object they are for. */
export type PropertySource = Pick<PropertyFile, 'of' | 'report'>;

/** Properties of a separate file, by their object. */
export class PropertyFile {
  readonly #byKey = new Map<string, MoreOfObject & { label: string; isUsed: boolean }>();

  add(kind: KeyKind, key: string, properties: Properties, tags: readonly string[] = []): void {
    const known = this.#byKey.get(`${kind}:${key}`);
    if (!known) {
      this.#byKey.set(`${kind}:${key}`, { label: key, properties, tags, isUsed: false });
      return;
    }
    mergeProperties(known.properties, properties);
    known.tags = mergeTags(known.tags, tags);
  }

  /** The properties of an object under any of its names; null without any. */
  of(names: Record<KeyKind, string | null>): MoreOfObject | null {
    let found: MoreOfObject | null = null;
    for (const kind of KEYS) {
      const entry = names[kind] === null ? undefined : this.#byKey.get(`${kind}:${names[kind]}`);
      if (!entry) continue;
      entry.isUsed = true;
      found ??= { properties: {}, tags: [] };
      mergeProperties(found.properties, entry.properties);
      found.tags = mergeTags(found.tags, entry.tags);
    }
    return found;
  }

  /** The number of objects that the file names, and those that match no item. */
  report(): PropertyReport {
    const missing = [...this.#byKey.values()].filter((entry) => !entry.isUsed).map((entry) => entry.label);
    return { objects: this.#byKey.size, missing: missing.length, examples: missing.slice(0, EXAMPLES) };
  }
}

/** Several files as one: the data of a later file overrides that of earlier ones. */
export function joinPropertyFiles(files: readonly PropertySource[]): PropertySource {
  return {
    of(names) {
      let found: MoreOfObject | null = null;
      for (const file of files) {
        const more = file.of(names);
        if (!more) continue;
        found ??= { properties: {}, tags: [] };
        mergeProperties(found.properties, more.properties);
        found.tags = mergeTags(found.tags, more.tags);
      }
      return found;
    },
    report() {
      const reports = files.map((file) => file.report());
      const sum = (count: (report: PropertyReport) => number) => reports.reduce((all, one) => all + count(one), 0);
      const examples = reports.flatMap((report) => report.examples).slice(0, EXAMPLES);
      return { objects: sum(({ objects }) => objects), missing: sum(({ missing }) => missing), examples };
    },
  };
}

/** The result of a file of properties. `missing` objects do not exist; the first of them are named. */
export interface PropertyReport {
  objects: number;
  missing: number;
  examples: string[];
}

/** Adds `more` to `to`, replacing values of the same name, and returns `to`. */
export function mergeProperties(to: Properties, more: Properties): Properties {
  for (const [tab, properties] of Object.entries(more)) to[tab] = { ...to[tab], ...properties };
  return to;
}

/** All tags of both, each once. */
export const mergeTags = (tags: readonly string[], more: readonly string[]): readonly string[] =>
  more.length === 0 ? tags : [...new Set([...tags, ...more])];

const entrySchema = z
  .strictObject({
    path: z.string().min(1).optional(),
    guid: z.string().min(1).optional(),
    name: z.string().min(1).optional(),
    tags: tagsSchema.default([]),
    properties: propertiesSchema.default({}),
  })
  .refine((entry) => KEYS.filter((kind) => entry[kind]).length === 1, 'must name its object by path, guid or name');

/** Reads a CSV, a JSON or an AVEVA attribute text of properties (docs/cad-tree.md). Throws `ImportRefusedError` with file, place and reason. */
export async function readPropertyFile(source: string): Promise<PropertyFile> {
  const name = path.basename(source);
  const found = await stat(source).catch((error: NodeJS.ErrnoException) => {
    throw new ImportRefusedError(
      name,
      '',
      error.code === 'ENOENT' ? 'does not exist.' : `cannot be read (${error.code}).`,
    );
  });
  if (!found.isFile()) throw new ImportRefusedError(name, '', 'is not a file.');
  if (found.size > LARGEST_BYTES)
    throw new ImportRefusedError(name, '', `has ${found.size} bytes; at most ${LARGEST_BYTES} can be read.`);
  return inFile(name, async () => {
    if (await isAttributeText(source)) return fromAttributeText(source);
    const bytes = await readFile(source);
    return /\.csv$/i.test(name) ? fromCsv(textOfBytes(bytes).text) : fromJson(decode(bytes));
  });
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new MalformedContentError('', 'is no text in UTF-8.');
  }
}

function fromJson(text: string): PropertyFile {
  assertShallow(text, '');
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw new MalformedContentError('', 'is not JSON.');
  }
  if (!Array.isArray(list)) throw new MalformedContentError('', 'is no list of objects with properties.');
  const file = new PropertyFile();
  for (const [i, entry] of list.entries()) {
    const parsed = entrySchema.safeParse(entry);
    if (!parsed.success) {
      const { path: at, message } = parsed.error.issues[0]!;
      throw new MalformedContentError([`entry ${i + 1}`, ...at.map(String)].join(', '), `${message}.`);
    }
    const kind = KEYS.find((one) => parsed.data[one])!;
    addBounded(file, kind, parsed.data[kind]!, parsed.data, `entry ${i + 1}`);
  }
  return file;
}

async function fromAttributeText(source: string): Promise<PropertyFile> {
  const file = new PropertyFile();
  for await (const { name, line, attributes } of readAttributeText(source)) {
    const properties = Object.keys(attributes).length > 0 ? { [ATTRIBUTE_TAB]: attributes } : {};
    const tags = Object.entries(attributes).flatMap(([attribute, value]) =>
      attribute.toLowerCase() === TAG_ATTRIBUTE && value !== '' ? [value] : [],
    );
    addChecked(file, 'name', name, { properties, tags }, `line ${line}`);
  }
  return file;
}

/** Adds texts that every database can store. Throws `ContentError`. */
function addChecked(file: PropertyFile, kind: KeyKind, key: string, more: MoreOfObject, place: string): void {
  const properties = propertiesSchema.safeParse(more.properties);
  const tags = tagsSchema.safeParse(more.tags);
  const error = properties.error ?? tags.error;
  if (error) throw new MalformedContentError(`${place}, ${quoted(key)}`, `${error.issues[0]!.message}.`);
  addBounded(file, kind, key, { properties: properties.data!, tags: tags.data! }, place);
}

/** Adds as much as one row of the database can have. Throws `ContentError`. */
function addBounded(file: PropertyFile, kind: KeyKind, key: string, more: MoreOfObject, place: string): void {
  if (key.length > LONGEST_KEY)
    throw new MalformedContentError(`${place}, ${quoted(key)}`, `is a ${kind} of more than ${LONGEST_KEY} characters.`);
  let length = 0;
  for (const tag of more.tags) length += tag.length;
  for (const [tab, properties] of Object.entries(more.properties))
    for (const [property, value] of Object.entries(properties)) length += tab.length + property.length + value.length;
  if (length > LONGEST_ENTRY)
    throw new MalformedContentError(
      `${place}, ${quoted(key)}`,
      `has more than ${LONGEST_ENTRY} characters of properties.`,
    );
  file.add(kind, key, more.properties, more.tags);
}

function fromCsv(text: string): PropertyFile {
  const [heading, ...rows] = parseCsv(text);
  const kind = KEYS.find((one) => one === heading?.cells[0]?.trim().toLowerCase());
  if (!kind) throw new MalformedContentError('line 1', 'must begin with a column “path”, “guid” or “name”.');
  const columns = heading!.cells.slice(1).map((title) => {
    if (title.trim().toLowerCase() === TAG_COLUMN) return null;
    const slash = title.indexOf('/');
    return slash > 0 ? [title.slice(0, slash), title.slice(slash + 1)] : [DEFAULT_TAB, title];
  });
  const file = new PropertyFile();
  for (const { line, cells } of rows) {
    if (cells.length > columns.length + 1)
      throw new MalformedContentError(
        `line ${line}`,
        `has ${cells.length} cells; the heading has ${columns.length + 1}.`,
      );
    const key = cells[0]!;
    if (key === '') throw new MalformedContentError(`line ${line}`, `has no ${kind}.`);
    const properties: Properties = {};
    const tags: string[] = [];
    for (const [i, column] of columns.entries()) {
      const value = cells[i + 1] ?? '';
      if (!column) for (const tag of value.split(TAG_SEPARATOR)) tags.push(tag.trim());
      else if (value !== '') (properties[column[0]!] ??= {})[column[1]!] = value;
    }
    addChecked(file, kind, key, { properties, tags: tags.filter((tag) => tag !== '') }, `line ${line}`);
  }
  return file;
}
