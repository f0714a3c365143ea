/** From a glTF primitive to arrays for the GPU, still without its place in the scene. */
import { type GltfTextureInfo, readMaterial } from '@overlook/shared/gltf';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { boundsOf, gather, toIndexArray } from '../accessors.ts';
import type { IndexArray, Material, MeshPrimitive, PointsPrimitive, TextureMap } from '../content.ts';
import type { Attribute } from '../points/scan-values.ts';
import { decodeDracoPrimitive, type PrimitiveArrays } from './draco-primitive.ts';
import { samplePoints } from '../points/point-sample.ts';
import { packScanValues } from '../points/scan-values.ts';
import { readFeatureIds } from './feature-ids.ts';
import type { FeatureRanges } from './feature-ranges.ts';
import type { GltfDocument } from './gltf-document.ts';
import type { GltfMaterial, GltfPrimitive } from './gltf-schema.ts';
import { readFinish } from './finish.ts';
import { tintedPointColors } from './point-colors.ts';
import { type ScanAttributes, readScanAttributes } from './scan-attributes.ts';
import type { TextureLoader } from './textures.ts';
import { UvSets } from './uv-sets.ts';
import { MODE, toList } from './topology.ts';

/** A primitive before it is placed: several nodes may show the same one, sharing its arrays. */
export type UnplacedPrimitive =
  | Omit<MeshPrimitive, 'matrix' | 'instances' | 'instanceFeatureIds'>
  | Omit<PointsPrimitive, 'matrix' | 'spacing'>;

/** Null (with a warning) for what cannot be drawn: no positions. Throws MalformedContentError on damaged data. */
export async function readPrimitive(
  document: GltfDocument,
  json: GltfPrimitive,
  ranges: FeatureRanges,
  textures: TextureLoader,
): Promise<UnplacedPrimitive | null> {
  const { name } = document.context;
  const draco = json.extensions?.['KHR_draco_mesh_compression']
    ? await decodeDracoPrimitive(document, json, name)
    : null;
  const attribute = attributeReader(document, json, draco);
  const positions = attribute('POSITION');
  if (!positions) {
    document.warnings.add('A primitive without positions was left out.');
    return null;
  }
  if (positions.size !== 3) throw new MalformedContentError(name, `positions have ${positions.size} components.`);
  const vertexCount = positions.value.length / 3;
  const checked = (attributeName: string) => ofLength(attribute(attributeName), vertexCount, attributeName, name);

  const sets = json.extensions?.['EXT_mesh_features']?.featureIds;
  const featureIds = readFeatureIds(document, ranges, sets, checked, vertexCount);
  const indices = draco?.indices ?? readIndices(document, json, vertexCount);
  const materialJson = document.json.materials?.[json.material ?? -1] ?? null;
  const vertices = { positions, colors: checked('COLOR_0'), normals: checked('NORMAL'), featureIds };

  const mode = json.mode ?? MODE.triangles;
  if (mode === MODE.points) {
    const scan = readScanAttributes(document, json, checked);
    return points(vertices, scan, indices, readMaterial(materialJson).baseColor);
  }
  if (!(mode >= MODE.lines && mode <= MODE.triangleFan))
    throw new MalformedContentError(name, `mode ${mode} is unknown.`);

  const isSurface = mode >= MODE.triangles;
  const uvSets = new UvSets(checked);
  const material = await materialOf(materialJson, uvSets, textures, isSurface);
  return {
    kind: 'mesh',
    ...vertices,
    ...boundsOf(positions),
    ...toList(mode, indices, vertexCount),
    uvs: uvSets.sets[0] ?? null,
    secondUvs: uvSets.sets[1] ?? null,
    material,
  };
}

/** Loads the textures that will be drawn: those with coordinates; for lines only the colour texture. */
async function materialOf(
  json: GltfMaterial | null,
  uvSets: UvSets,
  textures: TextureLoader,
  isSurface: boolean,
): Promise<Material> {
  const load = async (info: GltfTextureInfo | null, isData: boolean): Promise<TextureMap | null> => {
    const uvSet = info && uvSets.placeOf(info);
    if (!info || uvSet === null) return null;
    const place = await textures.load(info.index, isData);
    return place === null ? null : { texture: place, isSecondUv: uvSet === 1 };
  };
  const { texture, ...material } = readMaterial(json);
  const color = await load(texture, false);
  const plain = { ...material, texture: color?.texture ?? null };
  const finish = readFinish(json);
  if (!finish || !isSurface) return { ...plain, finish: null };
  const [metallicRoughness, normal, occlusion, emissive] = await Promise.all([
    load(finish.textures.metallicRoughness, true),
    load(finish.textures.normal, true),
    load(finish.textures.occlusion, true),
    load(finish.textures.emissive, false),
  ]);
  return { ...plain, finish: { ...finish.finish, maps: { metallicRoughness, normal, occlusion, emissive } } };
}

type Vertices = Pick<MeshPrimitive, 'positions' | 'colors' | 'normals' | 'featureIds'>;

function points(
  vertices: Vertices,
  scanned: ScanAttributes,
  indices: IndexArray | null,
  tint: readonly number[],
): UnplacedPrimitive {
  const pick = <T extends Attribute | null>(attribute: T) =>
    (attribute && indices ? gather(attribute, indices) : attribute) as T;
  const positions = pick(vertices.positions);
  const count = positions.value.length / 3;
  const entries = Object.entries(scanned).map(([name, attribute]) => [name, pick(attribute)]);
  const scan = packScanValues(Object.fromEntries(entries) as ScanAttributes, count);
  return {
    kind: 'points',
    positions,
    scan,
    sample: samplePoints(positions, scan),
    colors: tintedPointColors(pick(vertices.colors), tint, count),
    normals: pick(vertices.normals),
    featureIds: pick(vertices.featureIds),
    ...boundsOf(positions),
  };
}

function attributeReader(document: GltfDocument, json: GltfPrimitive, draco: PrimitiveArrays | null) {
  return (name: string): Attribute | null => {
    const decoded = draco?.attributes.get(name);
    if (decoded) return decoded;
    const accessor = json.attributes?.[name];
    return accessor === undefined ? null : document.accessor(accessor);
  };
}

function ofLength(attribute: Attribute | null, count: number, what: string, name: string): Attribute | null {
  if (!attribute || attribute.value.length === count * attribute.size) return attribute;
  throw new MalformedContentError(
    name,
    `${what} has ${attribute.value.length / attribute.size} values for ${count} vertices.`,
  );
}

function readIndices(document: GltfDocument, json: GltfPrimitive, vertexCount: number): IndexArray | null {
  if (json.indices === undefined) return null;
  const where = `${document.context.name}, accessor ${json.indices}`;
  const indices = toIndexArray(document.accessor(json.indices).value, where);
  for (const index of indices) {
    if (index >= vertexCount) throw new MalformedContentError(where, `index ${index} of ${vertexCount} vertices.`);
  }
  return indices;
}
