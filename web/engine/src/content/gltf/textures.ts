/**
 * The textures that materials use, each decoded once: images through the platform, KTX2 through the Basis transcoder. A
 * texture that cannot be decoded costs the surface its picture, never its shape: it becomes a warning.
 */
import { imageOf } from '@overlook/shared/gltf';
import { isKtx2, MalformedContentError } from '@overlook/shared/tiles3d';
import type { TextureSampler, TextureSource } from '../content.ts';
import { ContentHttpError } from '../content-errors.ts';
import { resolveBytes } from '../resources.ts';
import { transcodeKtx2 } from '../textures/ktx2.ts';
import type { GltfDocument } from './gltf-document.ts';

const REPEAT = 0x2901;
const LINEAR = 0x2601;
const LINEAR_MIPMAP_LINEAR = 0x2703;

export class TextureLoader {
  readonly textures: TextureSource[] = [];
  /** Place among `textures` by image, sampler and use, so that equal glTF textures become one. */
  readonly #places = new Map<string, Promise<number | null>>();

  constructor(readonly document: GltfDocument) {}

  /**
   * Place of a glTF texture among `textures`; null when it could not be decoded, which gives a warning. `isData`: its
   * values are numbers, and not colours.
   */
  load(index: number, isData = false): Promise<number | null> {
    const texture = this.document.json.textures?.[index];
    const image = imageOf(texture, ['KHR_texture_basisu', 'EXT_texture_webp']);
    if (image === null) {
      this.document.warnings.add(`Texture ${index} has no image in a supported format.`);
      return Promise.resolve(null);
    }
    const key = `${image}/${texture?.sampler ?? ''}/${isData}`;
    const place = this.#places.get(key) ?? this.#decode(image, this.#sampler(texture?.sampler), isData);
    this.#places.set(key, place);
    return place;
  }

  async #decode(imageIndex: number, sampler: TextureSampler, isData: boolean): Promise<number | null> {
    const { context } = this.document;
    try {
      const bytes = await this.#imageBytes(imageIndex);
      const mimeType = this.document.json.images?.[imageIndex]?.mimeType ?? sniffMimeType(bytes);
      const source: TextureSource = isKtx2(bytes)
        ? { kind: 'compressed', ...(await transcodeKtx2(bytes, context.textureSupport, context.platform)), sampler }
        : { kind: 'bitmap', bitmap: await context.platform.decodeImage(bytes, mimeType), sampler, isData };
      return this.textures.push(source) - 1;
    } catch (error) {
      context.signal?.throwIfAborted();
      // A server that cannot be reached may return, so the whole content is loaded again later; otherwise it would
      // remain without pictures.
      if (error instanceof ContentHttpError && error.retryable) throw error;
      this.document.warnings.add(`Image ${imageIndex} could not be decoded: ${(error as Error).message}`);
      return null;
    }
  }

  async #imageBytes(index: number): Promise<Uint8Array> {
    const image = this.document.json.images?.[index];
    if (image?.bufferView !== undefined) return this.document.bufferView(image.bufferView);
    if (image?.uri === undefined) throw new MalformedContentError(this.document.context.name, `has no image ${index}.`);
    return resolveBytes(image.uri, this.document.context);
  }

  #sampler(index: number | undefined): TextureSampler {
    const sampler = index === undefined ? undefined : this.document.json.samplers?.[index];
    return {
      wrapS: sampler?.wrapS ?? REPEAT,
      wrapT: sampler?.wrapT ?? REPEAT,
      minFilter: sampler?.minFilter ?? LINEAR_MIPMAP_LINEAR,
      magFilter: sampler?.magFilter ?? LINEAR,
    };
  }
}

function sniffMimeType(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'image/jpeg';
  return bytes[0] === 0x52 && bytes[8] === 0x57 ? 'image/webp' : 'image/png';
}
