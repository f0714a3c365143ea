import { type ComponentArray, componentArray } from '@overlook/shared/tiles3d';
import { type LoadedGltf } from '../../contents/loaded-gltf.ts';
import { storedValues } from '../../formats/gltf-accessor.ts';
import type { Gltf, GltfAccessor, GltfPrimitive } from '../../formats/gltf.ts';
import { collectExtensions, declaredExtensions } from './extensions.ts';
import type { FileFindings } from './findings.ts';

/**
 * Checks the data like the glTF validator: accessor bounds exact, indices in range, alignment, declared
 * extensions, feature ids in range. `batchLength` is that of the b3dm around it, null elsewhere.
 */
export function checkGltf({ gltf, data }: LoadedGltf, batchLength: number | null, findings: FileFindings): void {
  checkExtensions(gltf, findings);
  const vertexAccessors = new Set(gltf.meshes.flat().flatMap((primitive) => Object.values(primitive.attributes)));
  gltf.accessors.forEach((accessor, index) => {
    checkAccessorAlignment(gltf, accessor, vertexAccessors.has(index), findings);
    checkBounds(accessor, storedValues(data, accessor), findings);
  });
  for (const primitive of gltf.meshes.flat()) {
    checkAttributes(gltf, primitive, findings);
    if (primitive.draco) continue;
    checkIndices({ gltf, data }, primitive, findings);
    checkFeatureIds({ gltf, data }, primitive, batchLength, findings);
  }
  for (const { place, instances, featureIds } of gltf.nodes)
    if (instances) checkFeatureSets({ gltf, data }, { place, attributes: instances, featureIds }, findings);
}

function checkExtensions(gltf: Gltf, findings: FileFindings): void {
  const used = declaredExtensions(gltf.json, 'extensionsUsed');
  for (const [name, place] of collectExtensions(gltf.json))
    if (!used.has(name)) findings.error(place, `The extension ${name} is not in extensionsUsed.`);
  for (const name of declaredExtensions(gltf.json, 'extensionsRequired'))
    if (!used.has(name)) findings.error('glTF extensionsRequired', `${name} is not in extensionsUsed.`);
}

function checkAccessorAlignment(gltf: Gltf, accessor: GltfAccessor, isVertex: boolean, findings: FileFindings): void {
  if (accessor.bufferView === null) return;
  const view = gltf.bufferViews[accessor.bufferView]!;
  const bytes = componentArray(accessor.componentType)!.BYTES_PER_ELEMENT;
  if ((view.byteOffset + accessor.byteOffset) % bytes !== 0)
    findings.error(accessor.place, `begins at a byte that is no multiple of ${bytes}.`);
  const stride = view.byteStride ?? accessor.size * bytes;
  if (isVertex && (stride % 4 !== 0 || accessor.byteOffset % 4 !== 0))
    findings.error(accessor.place, `is a vertex attribute whose elements are not aligned to 4 bytes.`);
}

function checkBounds(accessor: GltfAccessor, values: ArrayLike<number> | null, findings: FileFindings): void {
  if (!values) return;
  for (const name of ['min', 'max'] as const) {
    const declared = accessor[name];
    if (!declared) continue;
    const actual = extreme(values, accessor.size, name);
    declared.forEach((value, i) => {
      const said = accessor.componentType === 5126 ? Math.fround(value) : value;
      if (said !== actual[i]!)
        findings.error(`${accessor.place}.${name}[${i}]`, `is ${value}, but the data's ${name} is ${actual[i]}.`);
    });
  }
  if (accessor.componentType === 5126 && !Array.from(values).every(Number.isFinite))
    findings.error(accessor.place, 'has values that are not finite.');
}

function extreme(values: ArrayLike<number>, size: number, name: 'min' | 'max'): number[] {
  const out = Array.from({ length: size }, () => (name === 'min' ? Infinity : -Infinity));
  const pick = name === 'min' ? Math.min : Math.max;
  for (let i = 0; i < values.length; i++) out[i % size] = pick(out[i % size]!, values[i]!);
  return out;
}

function checkAttributes(gltf: Gltf, primitive: GltfPrimitive, findings: FileFindings): void {
  const position = gltf.accessors[primitive.attributes['POSITION'] ?? -1];
  if (!position) return findings.error(`${primitive.place}.attributes`, 'has no POSITION.');
  if (position.size !== 3) findings.error(position.place, 'is a POSITION that is not VEC3.');
  if (!position.min || !position.max) findings.error(position.place, 'is a POSITION without min and max.');
  for (const [name, index] of Object.entries(primitive.attributes)) {
    const { count } = gltf.accessors[index]!;
    if (count !== position.count)
      findings.error(`${primitive.place}.attributes.${name}`, `has ${count} elements for ${position.count} vertices.`);
  }
}

function checkIndices(loaded: LoadedGltf, primitive: GltfPrimitive, findings: FileFindings): void {
  const { gltf, data } = loaded;
  const position = gltf.accessors[primitive.attributes['POSITION'] ?? -1];
  if (!position) return;
  const place = `${primitive.place}.indices`;
  const accessor = primitive.indices === null ? null : gltf.accessors[primitive.indices]!;
  const count = accessor?.count ?? position.count;
  if (primitive.mode === 4 && count % 3 !== 0) findings.error(place, `has ${count} corners, which are no triangles.`);
  if (!accessor) return;
  if (accessor.size !== 1 || ![5121, 5123, 5125].includes(accessor.componentType))
    return findings.error(place, 'are not unsigned whole numbers.');
  const values = storedValues(data, accessor);
  let most = 0;
  for (const index of values ?? []) most = Math.max(most, index);
  if (most >= position.count) findings.error(place, `has index ${most}, but there are ${position.count} vertices.`);
}

function checkFeatureIds(
  { gltf, data }: LoadedGltf,
  primitive: GltfPrimitive,
  batchLength: number | null,
  findings: FileFindings,
): void {
  const { place, attributes } = primitive;
  const batch = ['_BATCHID', 'BATCHID'].find((name) => name in attributes);
  if (batchLength && batchLength > 0)
    checkIds({ gltf, data }, { place, attributes, name: batch ?? '_BATCHID', limit: batchLength }, findings);
  checkFeatureSets({ gltf, data }, primitive, findings);
}

/** The ids of feature sets: rows of their property table, or the number that the set states. */
function checkFeatureSets(
  loaded: LoadedGltf,
  { place, attributes, featureIds }: Pick<GltfPrimitive, 'place' | 'attributes' | 'featureIds'>,
  findings: FileFindings,
): void {
  for (const set of featureIds) {
    if (set.attribute === null) continue;
    const name = `_FEATURE_ID_${set.attribute}`;
    const limit = set.tableCount ?? set.featureCount;
    const ids = checkIds(loaded, { place, attributes, name, limit }, findings);
    const different = ids && new Set(ids).size;
    if (different && different > set.featureCount)
      findings.error(set.place, `says ${set.featureCount} features, but ${name} has ${different}.`);
  }
}

function checkIds(
  { gltf, data }: LoadedGltf,
  {
    place,
    attributes,
    name,
    limit,
  }: { place: string; attributes: Record<string, number>; name: string; limit: number },
  findings: FileFindings,
): ComponentArray | null {
  const index = attributes[name];
  const at = `${place}.attributes.${name}`;
  if (index === undefined) {
    findings.error(at, 'is missing.');
    return null;
  }
  const values = storedValues(data, gltf.accessors[index]!);
  const beyond = values?.find((id) => id < 0 || id >= limit || !Number.isInteger(id));
  if (beyond !== undefined) findings.error(at, `has the id ${beyond}; there are ${limit} features.`);
  return values;
}
