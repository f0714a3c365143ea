import { createHash } from 'node:crypto';
import type { ForeignJson } from '@overlook/shared/tiles3d';
import type { ContentModel } from '../publish/contents/content-models.ts';

/** Lists of a glTF that a material may name things in. */
export interface MaterialLists {
  readonly materials: ForeignJson[];
  readonly textures: ForeignJson[];
  readonly samplers: ForeignJson[];
  readonly images: ForeignJson[];
}

/** Takes the bytes of a picture and returns the buffer view that holds them. */
type KeepBytes = (bytes: Uint8Array) => number;

/** Extensions of a texture that name its picture in another format than those of glTF itself, which are JPEG and PNG. */
const PICTURE_EXTENSIONS = {
  KHR_texture_basisu: 'image/ktx2',
  EXT_texture_webp: 'image/webp',
  EXT_texture_avif: 'image/avif',
} as const;

/**
 * Copies the materials of many files into one: each material, texture, sampler and picture once, even when many files
 * have it.
 */
export class MaterialCopier {
  readonly lists: MaterialLists = { materials: [], textures: [], samplers: [], images: [] };
  readonly extensionsUsed = new Set<string>();
  readonly extensionsRequired = new Set<string>();
  readonly #known = new Map<string, number>();

  constructor(private readonly keepBytes: KeepBytes) {}

  /** The number of the copy of a material of the model's file. */
  material(model: ContentModel, index: number): number {
    const json = model.loaded.gltf.json.list('materials')[index]!.value as ForeignJson;
    return this.#once('materials', this.#copied(json, model));
  }

  /** A copy of a part of a material, with the numbers of its textures. A texture without its picture is left out. */
  #copied(part: ForeignJson, model: ContentModel): ForeignJson {
    const copy: ForeignJson = {};
    for (const [key, value] of Object.entries(part)) {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        copy[key] = value;
        continue;
      }
      if (key === 'extensions') for (const name of Object.keys(value)) this.extensionsUsed.add(name);
      if (!key.endsWith('Texture') || typeof value.index !== 'number') {
        copy[key] = this.#copied(value, model);
        continue;
      }
      const texture = this.#texture(model, value.index);
      if (texture !== null) copy[key] = { ...this.#copied(value, model), index: texture };
    }
    return copy;
  }

  #texture(model: ContentModel, index: number): number | null {
    const { json } = model.loaded.gltf;
    const texture = json.list('textures')[index]?.value as ForeignJson | undefined;
    if (!texture) return null;
    const copy: ForeignJson = {};
    if (texture['name'] !== undefined) copy['name'] = texture['name'];
    const sources = [
      texture['source'],
      ...Object.keys(PICTURE_EXTENSIONS).map((name) => texture['extensions']?.[name]?.source),
    ];
    // Some files name a picture of another format as the plain one, too, so its own bytes decide.
    const pictures = new Map(
      sources.flatMap((source) => this.#image(model, source) ?? []).map((one) => [one.mimeType, one.image]),
    );
    const plain = pictures.get('image/png') ?? pictures.get('image/jpeg');
    if (plain !== undefined) copy['source'] = plain;
    for (const [name, mimeType] of Object.entries(PICTURE_EXTENSIONS)) {
      const other = pictures.get(mimeType);
      if (other === undefined) continue;
      copy['extensions'] = { ...copy['extensions'], [name]: { source: other } };
      this.extensionsUsed.add(name);
      if (plain === undefined) this.extensionsRequired.add(name);
    }
    if (pictures.size === 0) return null;
    const sampler = json.list('samplers')[texture['sampler']]?.value as ForeignJson | undefined;
    if (sampler) copy['sampler'] = this.#once('samplers', sampler);
    return this.#once('textures', copy);
  }

  #image(model: ContentModel, index: unknown): { image: number; mimeType: string } | null {
    const image = typeof index === 'number' ? model.loaded.gltf.json.list('images')[index] : undefined;
    const bytes = image && model.image(index as number);
    const mimeType = bytes && mimeTypeOf(bytes);
    if (!bytes || !mimeType) return null;
    const key = `image ${createHash('sha256').update(bytes).digest('hex')}`;
    const known = this.#known.get(key) ?? this.lists.images.push({ bufferView: this.keepBytes(bytes), mimeType }) - 1;
    this.#known.set(key, known);
    return { image: known, mimeType };
  }

  #once(list: keyof MaterialLists, json: ForeignJson): number {
    const key = `${list} ${JSON.stringify(json)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const copy = this.lists[list].push(json) - 1;
    this.#known.set(key, copy);
    return copy;
  }
}

/** First bytes of the formats of glTF and its extensions, and their offset in the file. */
const SIGNATURES: readonly (readonly [mimeType: string, at: number, bytes: string])[] = [
  ['image/jpeg', 0, '\u00ff\u00d8\u00ff'],
  ['image/png', 0, '\u0089PNG'],
  ['image/webp', 8, 'WEBP'],
  ['image/ktx2', 0, '\u00abKTX 20\u00bb'],
  ['image/avif', 4, 'ftypavif'],
];

/** By its first bytes, because the declared types are often wrong; null for another format. */
function mimeTypeOf(bytes: Uint8Array): string | null {
  const begins = (at: number, text: string) => [...text].every((sign, i) => bytes[at + i] === sign.charCodeAt(0));
  return SIGNATURES.find(([, at, text]) => begins(at, text))?.[0] ?? null;
}
