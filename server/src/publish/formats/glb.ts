import { type GlbParts, readGlb, JsonNode } from '@overlook/shared/tiles3d';

/** The parts of a binary glTF 2.0. `bin` is a view of the bytes given, not a copy. */
export interface Glb extends Omit<GlbParts, 'json'> {
  readonly json: JsonNode;
}

/** Reads a GLB; `baseOffset` is where it lies in its file, for the places in errors. Throws `ContentError`. */
export function parseGlb(bytes: Uint8Array, baseOffset = 0): Glb {
  const { json, ...parts } = readGlb(bytes, baseOffset);
  return { ...parts, json: new JsonNode(json, null, 'glTF') };
}
