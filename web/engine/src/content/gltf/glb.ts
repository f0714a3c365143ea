import { readGlb } from '@overlook/shared/tiles3d';
import { asObject, inFile } from '../foreign-json.ts';
import type { GltfJson } from './gltf-schema.ts';

/**
 * Takes a binary glTF apart (glTF 2.0 §4.4); `binary` is a view into `bytes`, null without a BIN chunk. `offset` is where it
 * begins in the file `name`. Throws UnsupportedContentError, MalformedContentError.
 */
export function splitGlb(
  bytes: Uint8Array,
  name: string,
  offset: number,
): { json: GltfJson; binary: Uint8Array | null } {
  const { json, bin } = inFile(name, () => readGlb(bytes, offset));
  return { json: asObject(json, name, 'the glTF JSON') as GltfJson, binary: bin };
}
