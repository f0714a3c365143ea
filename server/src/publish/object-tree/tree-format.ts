import { z } from 'zod';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { assertShallow } from './nesting.ts';
import { type TextLine, readTextLines } from './text-lines.ts';

/** Name of the tree file beside the tileset. Its format is described in docs/cad-tree.md. */
export const TREE_FILE = 'tree.jsonl';

/** PostgreSQL cannot store NUL and half surrogate pairs as text. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Any text that can be stored: slashes, quotes, markup and great length are data. */
const textSchema = z.string().refine((text) => !UNSTORABLE.test(text), 'has a character that no text may have');

const keySchema = z.union([textSchema.min(1), z.number().int().transform(String)], 'must be a text or a whole number');

const valueSchema = z.union(
  [textSchema, z.number().transform(String), z.boolean().transform(String), z.null().transform(() => '')],
  'must be a text, a number, true, false or null',
);

/** Tab → property → value; values are read as text. */
export const propertiesSchema = z.record(textSchema, z.record(textSchema, valueSchema));

/** Names by which people look for an object. */
export const tagsSchema = z.array(textSchema.min(1).max(500)).max(1000);

const vectorSchema = z.tuple([z.number(), z.number(), z.number()]);

const httpUrl = (text: string) =>
  URL.canParse(text.replaceAll('{tag}', 'x')) && ['http:', 'https:', 'demo:'].includes(new URL(text).protocol);

/** An external source, as a tree names it. */
export const sourceSchema = z.strictObject({
  name: textSchema.min(1).max(100),
  url: textSchema
    .max(2000)
    .refine(httpUrl, 'must be a URL of http or https')
    .regex(/\{tag\}/, 'must contain {tag}'),
});

/** The first line. */
const headSchema = z.strictObject({
  format: z.literal('overlook-cad-tree'),
  version: z.literal(1),
  sources: z.array(sourceSchema).max(20).default([]),
});

export type TreeHead = z.output<typeof headSchema>;

/** Each further line. */
const itemSchema = z.strictObject({
  id: keySchema,
  parent: keySchema.nullish(),
  name: textSchema.min(1, 'must not be empty'),
  featureId: z.number().int().min(0).max(2_147_483_647).nullish(),
  box: z
    .strictObject({ center: vectorSchema, size: z.tuple([z.number().min(0), z.number().min(0), z.number().min(0)]) })
    .nullish(),
  /** A point on the floor of a storey, in the frame of the boxes. */
  floor: vectorSchema.nullish(),
  guid: textSchema.max(200).nullish(),
  tags: tagsSchema.default([]),
  externalTags: z.record(textSchema, z.array(textSchema.min(1).max(500)).max(100)).default({}),
  properties: propertiesSchema.default({}),
});

export type TreeLine = z.output<typeof itemSchema>;

/** At most this much of a name or key is quoted in a sentence. */
const QUOTED = 60;
export const quoted = (text: string): string => `“${text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text}”`;

/** Lines of up to this many characters are parsed without a check of their nesting. */
const LINE_UNCOUNTED = 64 * 1024;

function parseLine<Schema extends z.ZodType>(schema: Schema, { number, text }: TextLine): z.output<Schema> {
  // A shorter line cannot nest so deeply that it takes much memory.
  if (text.length > LINE_UNCOUNTED) assertShallow(text, `line ${number}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new MalformedContentError(`line ${number}`, 'is not JSON.');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  throw new MalformedContentError(
    `line ${number}${describeItem(value)}`,
    path.length > 0 ? `“${path.map(String).join('.')}” ${message}.` : `${message}.`,
  );
}

function describeItem(value: unknown): string {
  const { name, id } = (value ?? {}) as { name?: unknown; id?: unknown };
  const known = [name, id].find((one) => typeof one === 'string' || typeof one === 'number');
  return known === undefined ? '' : `, item ${quoted(String(known))}`;
}

/** The first line of a tree file. Throws `ContentError`. */
export async function readTreeHead(filePath: string): Promise<TreeHead> {
  for await (const line of readTextLines(filePath)) return parseLine(headSchema, line);
  throw new MalformedContentError('', 'is empty.');
}

/** The items of a tree file in the order of their lines, one at a time. Throws `ContentError` with line and item. */
export async function* readTreeItems(filePath: string): AsyncGenerator<{ line: number; item: TreeLine }, void> {
  let isHead = true;
  for await (const line of readTextLines(filePath)) {
    if (!isHead) yield { line: line.number, item: parseLine(itemSchema, line) };
    isHead = false;
  }
}
