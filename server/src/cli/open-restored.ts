import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { type Manifest } from '../backup/manifest.ts';

const ANSWER_WITHIN_MS = 60_000;

/** How deep tilesets are followed to the first tile. */
const DEEPEST = 8;

/** Who asks a restored server. */
export interface Asking {
  /** Of a session of a person who may see everything. */
  readonly token: string;
  readonly signal: AbortSignal;
  /** The hashes of files that are in the backup as one object each, by their paths below `DATA_DIR`. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Called for each answer whose bytes are those of the backup. */
  onEqual(): void;
}

/** The hashes for `Asking`. */
export const hashesOf = ({ files }: Manifest): Map<string, string> =>
  new Map(files.flatMap(({ path, parts: [part, ...more] }) => (part && more.length === 0 ? [[path, part]] : [])));

/** Requests a tileset, or the first of a list, and its first tile. A sentence where that fails, null otherwise. */
export async function openLayer(url: string, asking: Asking, depth = 0): Promise<string | null> {
  const path = pathOf(url);
  const answer = await ask(url, asking);
  if (typeof answer === 'string') return answer;
  if (!path.endsWith('.json') || depth === DEEPEST) return null;
  const next = firstUri(JSON.parse(answer.toString()) as TilesJson);
  return next === null ? null : openLayer(new URL(next, url).href, asking, depth + 1);
}

/** Requests a picture, and decodes it. A sentence where that fails, null otherwise. */
export async function openPicture(url: string, asking: Asking): Promise<string | null> {
  const answer = await ask(url, asking);
  if (typeof answer === 'string') return answer;
  return sharp(answer)
    .stats()
    .then(
      () => null,
      (error: Error) => `${pathOf(url)} is no picture: ${error.message}.`,
    );
}

const pathOf = (url: string): string => decodeURIComponent(new URL(url).pathname);

/** The bytes of an answer, or what is wrong with it. */
async function ask(url: string, { token, signal, hashes, onEqual }: Asking): Promise<Buffer | string> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const path = pathOf(url);
  if (response.status !== 200) return `${path} was answered with ${response.status}.`;
  if (bytes.length === 0) return `${path} is empty.`;
  const wanted = hashes.get(path.replace('/api/', '')) ?? hashes.get(`${path.replace('/api/', '')}.jpg`);
  if (wanted === undefined) return bytes;
  if (createHash('sha256').update(bytes).digest('hex') !== wanted)
    return `${path} was sent with other bytes than the backup has.`;
  onEqual();
  return bytes;
}

interface TileJson {
  readonly content?: { readonly uri?: string; readonly url?: string };
  readonly contents?: readonly { readonly uri?: string }[];
  readonly children?: readonly TileJson[];
}
type ModelsJson = readonly { readonly CesiumOptions: { readonly url: string } }[];
type TilesJson = ModelsJson | { readonly root?: TileJson; readonly models?: ModelsJson };

/** What a tileset or a list of tilesets names first; null for a tileset without tiles, or whose tiles are named by a pattern. */
function firstUri(json: TilesJson): string | null {
  if ('root' in json && json.root) return firstContent(json.root);
  const list = Array.isArray(json) ? (json as ModelsJson) : (json as { models?: ModelsJson }).models;
  return list?.[0]?.CesiumOptions.url ?? null;
}

function firstContent({ content, contents, children = [] }: TileJson): string | null {
  const uri = content?.uri ?? content?.url ?? contents?.[0]?.uri;
  if (uri !== undefined) return uri.includes('{') ? null : uri;
  for (const child of children) {
    const found = firstContent(child);
    if (found !== null) return found;
  }
  return null;
}
