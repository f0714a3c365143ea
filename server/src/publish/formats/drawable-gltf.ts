import { MalformedContentError } from '@overlook/shared/tiles3d';
import type { GltfData } from '@overlook/shared/gltf';
import { storedValues } from './gltf-accessor.ts';
import { type Gltf, type GltfAccessor, type GltfNode, type GltfPrimitive, visitMeshes } from './gltf.ts';

/** Component types of indices: bytes, shorts and integers without a sign. */
const UNSIGNED: ReadonlySet<number> = new Set([5121, 5123, 5125]);
/** Attributes that the viewer reads: one value for each vertex. */
const READ = /^(POSITION|NORMAL|COLOR_0|TEXCOORD_\d+|_FEATURE_ID_\d+|_?BATCHID)$/;
/** Numbers of each attribute of EXT_mesh_gpu_instancing. */
const INSTANCE_SIZES: Readonly<Record<string, number>> = { TRANSLATION: 3, ROTATION: 4, SCALE: 3 };

/**
 * Refuses a glTF that the viewer could not draw although its lengths fit: attributes of different lengths, indices
 * beyond the vertices. Draco-compressed data is not checked. Throws `ContentError`.
 */
export function checkDrawable(gltf: Gltf, data: GltfData): void {
  // Primitives may share their indices.
  const largest = new Map<number, number>();
  const largestIndex = (index: number, accessor: GltfAccessor): number => {
    if (!largest.has(index)) largest.set(index, largestOf(storedValues(data, accessor) ?? []));
    return largest.get(index)!;
  };
  visitMeshes(gltf, (primitives, _, node) => {
    checkInstances(gltf, node);
    for (const primitive of primitives) if (!primitive.draco) checkPrimitive(gltf, primitive, largestIndex);
  });
}

function checkPrimitive(
  { accessors }: Gltf,
  { attributes, indices, place }: GltfPrimitive,
  largestIndex: (index: number, accessor: GltfAccessor) => number,
): void {
  const position = accessors[attributes['POSITION'] ?? -1];
  // The viewer omits it, with a warning.
  if (!position) return;
  if (position.size !== 3)
    throw new MalformedContentError(position.place, `has ${position.size} components; a position has 3.`);
  for (const [name, index] of Object.entries(attributes)) {
    const { count, size } = accessors[index]!;
    if (!READ.test(name)) continue;
    if (size > 4)
      throw new MalformedContentError(place, `has ${name} of ${size} components; no attribute has more than 4.`);
    if (count !== position.count)
      throw new MalformedContentError(place, `has ${count} values of ${name} for ${position.count} vertices.`);
  }
  const accessor = accessors[indices ?? -1];
  if (indices === null || !accessor) return;
  if (accessor.size !== 1 || !UNSIGNED.has(accessor.componentType))
    throw new MalformedContentError(accessor.place, 'is used as indices, which have to be unsigned integers.');
  const index = largestIndex(indices, accessor);
  if (index >= position.count)
    throw new MalformedContentError(
      accessor.place,
      `names vertex ${index}, but there are only ${position.count} vertices.`,
    );
}

function checkInstances({ accessors }: Gltf, { instances, place }: GltfNode): void {
  const counts = new Set<number>();
  for (const [name, size] of Object.entries(INSTANCE_SIZES)) {
    const accessor = accessors[instances?.[name] ?? -1];
    if (!accessor) continue;
    if (accessor.size !== size)
      throw new MalformedContentError(accessor.place, `should have ${size} components, as ${name}.`);
    counts.add(accessor.count);
  }
  if (counts.size > 1) throw new MalformedContentError(place, 'has instances whose attributes differ in length.');
}

function largestOf(values: Iterable<number>): number {
  let largest = -1;
  for (const value of values) if (value > largest) largest = value;
  return largest;
}
