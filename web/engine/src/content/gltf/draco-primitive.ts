import { MalformedContentError } from '@overlook/shared/tiles3d';
import type { Attribute } from '../points/scan-values.ts';
import { guardDecoder } from '../decoder-crash.ts';
import { decodeDraco } from '../draco.ts';
import type { GltfDocument } from './gltf-document.ts';
import type { GltfPrimitive } from './gltf-schema.ts';

/** Vertex data of a primitive by attribute name, and its corners; `indices` null when the vertices come in order. */
export interface PrimitiveArrays {
  attributes: Map<string, Attribute>;
  indices: Uint32Array | null;
}

/**
 * Decodes KHR_draco_mesh_compression, in the component types that the accessors declare. Attributes that the extension
 * does not list are left to the caller, as the extension allows.
 */
export async function decodeDracoPrimitive(
  document: GltfDocument,
  primitive: GltfPrimitive,
  where: string,
): Promise<PrimitiveArrays> {
  const extension = primitive.extensions?.['KHR_draco_mesh_compression'];
  const request: Record<string, { uniqueId: number; componentType: number }> = {};
  for (const [name, uniqueId] of Object.entries((extension.attributes ?? {}) as Record<string, number>)) {
    const accessor = primitive.attributes[name];
    if (accessor === undefined) continue;
    request[name] = { uniqueId, componentType: document.accessorAt(accessor).componentType };
  }
  const bytes = document.bufferView(extension.bufferView);
  const { platform } = document.context;
  const decoder = await platform.draco();
  const decoded = await guardDecoder(decoder, platform, where, () =>
    decodeDraco(decoder, bytes, { kind: 'mesh', attributes: request }, where),
  );
  const attributes = new Map<string, Attribute>();
  for (const [name, { value, size }] of Object.entries(decoded.attributes)) {
    if (size > 4) throw new MalformedContentError(`${where}, ${name}`, `${size} components per vertex.`);
    const normalized = document.accessorAt(primitive.attributes[name]!).isNormalized;
    attributes.set(name, { value, size: size as Attribute['size'], normalized });
  }
  return { attributes, indices: decoded.indices };
}
