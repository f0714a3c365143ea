/**
 * The environment that parsing needs: the network, the image decoder and the compiled decoders. The worker
 * gives the browser's; tests give their own, so that every parser runs in Node unchanged.
 */
import type { MeshoptDecoder } from '@overlook/shared/gltf';
import type { BasisModule } from '@overlook/shared/tiles3d';
import type { CompressedTextureSupport } from './content.ts';
import type { DracoDecoder } from './draco.ts';

export interface ContentPlatform {
  /** Bytes of a further file; rejects with ContentHttpError. */
  fetchBytes(url: string): Promise<Uint8Array>;
  /** Straight alpha, no colour conversion, rows as stored (top first). Rejects when the bytes are no image. */
  decodeImage(bytes: Uint8Array, mimeType: string): Promise<ImageBitmap>;
  /** Each decoder is fetched at its first use only. */
  draco(): Promise<DracoDecoder>;
  basis(): Promise<BasisModule>;
  meshopt(): Promise<MeshoptDecoder>;
  /** Called before a compiled decoder starts, which cannot be interrupted, and when it has returned. */
  onDecoding(isDecoding: boolean): void;
}

export interface ParseContext {
  /** Absolute URL of the content: relative uris resolve against it. */
  url: string;
  /** File name for messages. */
  name: string;
  /** asset.gltfUpAxis of the tileset, 'Y' unless it says otherwise. */
  upAxis: 'X' | 'Y' | 'Z';
  textureSupport: CompressedTextureSupport;
  platform: ContentPlatform;
  /** Parsing stops with the signal's reason between its steps. */
  signal: AbortSignal | null;
  /** Names of the requested feature properties; all of them when absent. */
  properties?: readonly string[];
}
