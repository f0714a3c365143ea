import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { BadContent } from '../formats/bad-content.ts';
import { ImportRefused, inFile } from '../import-refused.ts';
import { parseCsv } from './parse-csv.ts';
import { propertiesSchema, quoted } from './tree-format.ts';

/** Read whole, for its lines are looked up in the order of the tree. */
const LARGEST_BYTES = 256 * 1024 * 1024;

/** By what an object may be named: the column of a CSV, the field of an entry of JSON. */
const KEYS = ['path', 'guid', 'name'] as const;
type KeyKind = (typeof KEYS)[number];

/** Columns without a tab of their own, "Weight" beside "Item/Weight", go here. */
const DEFAULT_TAB = 'Properties';

export type Properties = Record<string, Record<string, string>>;

/** Properties that a file of their own brings, by the object they are for. */
export class PropertyFile {
  readonly #byKey = new Map<string, { label: string; properties: Properties; isUsed: boolean }>();

  add(kind: KeyKind, key: string, properties: Properties): void {
    const known = this.#byKey.get(`${kind}:${key}`);
    if (known) mergeProperties(known.properties, properties);
    else this.#byKey.set(`${kind}:${key}`, { label: key, properties, isUsed: false });
  }

  /** What is said of an object by any of its names; null where nothing is. */
  of(names: Record<KeyKind, string | null>): Properties | null {
    let found: Properties | null = null;
    for (const kind of KEYS) {
      const entry = names[kind] === null ? undefined : this.#byKey.get(`${kind}:${names[kind]}`);
      if (!entry) continue;
      entry.isUsed = true;
      found = mergeProperties(found ?? {}, entry.properties);
    }
    return found;
  }

  /** How many objects the file names, and those of them that no item was. */
  report(): PropertyReport {
    const missing = [...this.#byKey.values()].filter((entry) => !entry.isUsed).map((entry) => entry.label);
    return { objects: this.#byKey.size, missing: missing.length, examples: missing.slice(0, 10) };
  }
}

/** What became of a file of properties. `missing` objects do not exist; the first of them are named. */
export interface PropertyReport {
  objects: number;
  missing: number;
  examples: string[];
}

/** Adds `more` to `to`, over what has the same name there, and returns `to`. */
export function mergeProperties(to: Properties, more: Properties): Properties {
  for (const [tab, properties] of Object.entries(more)) to[tab] = { ...to[tab], ...properties };
  return to;
}

const entrySchema = z
  .strictObject({
    path: z.string().min(1).optional(),
    guid: z.string().min(1).optional(),
    name: z.string().min(1).optional(),
    properties: propertiesSchema,
  })
  .refine((entry) => KEYS.filter((kind) => entry[kind]).length === 1, 'must name its object by path, guid or name');

/** Reads a CSV or JSON of properties (docs/cad-tree.md). Throws `ImportRefused` with file, place and reason. */
export async function readPropertyFile(source: string): Promise<PropertyFile> {
  const name = path.basename(source);
  const found = await stat(source).catch((error: NodeJS.ErrnoException) => {
    throw new ImportRefused(name, '', error.code === 'ENOENT' ? 'does not exist.' : `cannot be read (${error.code}).`);
  });
  if (!found.isFile()) throw new ImportRefused(name, '', 'is not a file.');
  if (found.size > LARGEST_BYTES)
    throw new ImportRefused(name, '', `has ${found.size} bytes; at most ${LARGEST_BYTES} can be read.`);
  return inFile(name, async () => {
    const text = decode(await readFile(source));
    return /\.csv$/i.test(name) ? fromCsv(text) : fromJson(text);
  });
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BadContent('', 'is no text in UTF-8.');
  }
}

function fromJson(text: string): PropertyFile {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw new BadContent('', 'is not JSON.');
  }
  if (!Array.isArray(list)) throw new BadContent('', 'is no list of objects with properties.');
  const file = new PropertyFile();
  for (const [i, entry] of list.entries()) {
    const parsed = entrySchema.safeParse(entry);
    if (!parsed.success) {
      const { path: at, message } = parsed.error.issues[0]!;
      throw new BadContent([`entry ${i + 1}`, ...at.map(String)].join(', '), `${message}.`);
    }
    const kind = KEYS.find((one) => parsed.data[one])!;
    file.add(kind, parsed.data[kind]!, parsed.data.properties);
  }
  return file;
}

function fromCsv(text: string): PropertyFile {
  const [heading, ...rows] = parseCsv(text);
  const kind = KEYS.find((one) => one === heading?.cells[0]?.trim().toLowerCase());
  if (!kind) throw new BadContent('line 1', 'must begin with a column “path”, “guid” or “name”.');
  const columns = heading!.cells.slice(1).map((title) => {
    const slash = title.indexOf('/');
    return slash > 0 ? [title.slice(0, slash), title.slice(slash + 1)] : [DEFAULT_TAB, title];
  });
  const file = new PropertyFile();
  for (const { line, cells } of rows) {
    if (cells.length > columns.length + 1)
      throw new BadContent(`line ${line}`, `has ${cells.length} cells; the heading has ${columns.length + 1}.`);
    const key = cells[0]!;
    if (key === '') throw new BadContent(`line ${line}`, `has no ${kind}.`);
    const properties: Properties = {};
    for (const [i, [tab, property]] of columns.entries()) {
      const value = cells[i + 1] ?? '';
      if (value !== '') (properties[tab!] ??= {})[property!] = value;
    }
    const checked = propertiesSchema.safeParse(properties);
    if (!checked.success) throw new BadContent(`line ${line}, ${quoted(key)}`, `${checked.error.issues[0]!.message}.`);
    file.add(kind, key, checked.data);
  }
  return file;
}
