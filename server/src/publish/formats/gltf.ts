import {
  compressionOf,
  type GltfAccessor as Accessor,
  type GltfLists,
  instancingOf,
  listsOf,
  nodeMatrix,
  placedNodes,
  readAccessor,
  sceneRoots,
} from '@overlook/shared/gltf';
import type { Mat4 } from '@overlook/shared/maths';
import {
  componentArray,
  COMPONENTS_LARGEST,
  type JsonNode,
  readPropertyTables,
  unknownExtensions,
} from '@overlook/shared/tiles3d';

/** A glTF 2.0 document with every index and length checked, so that later steps may follow them blindly. */
export interface Gltf {
  json: JsonNode;
  lists: GltfLists;
  buffers: { uri: string | null; byteLength: number; place: string }[];
  bufferViews: { buffer: number; byteOffset: number; byteLength: number; byteStride: number | null }[];
  accessors: GltfAccessor[];
  meshes: GltfPrimitive[][];
  nodes: GltfNode[];
  images: { uri: string | null; place: string }[];
  textureCount: number;
}
export interface GltfAccessor extends Accessor {
  place: string;
  min: number[] | null;
  max: number[] | null;
}
export interface GltfPrimitive {
  json: JsonNode;
  place: string;
  mode: number;
  indices: number | null;
  attributes: Record<string, number>;
  /** Of KHR_draco_mesh_compression. */
  draco: { bufferView: number } | null;
  /** Feature sets of EXT_mesh_features. */
  featureIds: FeatureSet[];
}
export interface GltfNode {
  index: number;
  json: JsonNode;
  place: string;
  mesh: number | null;
  /** Accessors of EXT_mesh_gpu_instancing by name. */
  instances: Record<string, number> | null;
  /** Feature sets of EXT_instance_features. */
  featureIds: FeatureSet[];
}
export interface FeatureSet {
  attribute: number | null;
  featureCount: number;
  /** This number means no feature. */
  none: number | null;
  /** Its property table, and the rows of that; null where it names none. */
  table: number | null;
  tableCount: number | null;
  place: string;
}

/**
 * Reads a glTF's JSON. `binByteLength` is the length of the GLB's binary chunk, to which the first buffer without a uri
 * refers; null where there is none. Throws `ContentError`.
 */
export function readGltf(json: JsonNode, binByteLength: number | null): Gltf {
  const version = json.get('asset').get('version').string();
  if (!version.startsWith('2.')) json.get('asset').get('version').fail(`is ${version}; only glTF 2.0 can be shown.`);
  const [unknown] = unknownExtensions(json.list('extensionsRequired').map((name) => name.string()));
  if (unknown !== undefined) json.get('extensionsRequired').fail(`names ${unknown}, which cannot be shown.`);
  const buffers = json.list('buffers').map((buffer, index) => readBuffer(buffer, index, binByteLength));
  const bufferViews = json.list('bufferViews').map((view) => readBufferView(view, buffers));
  const accessors = json.list('accessors').map((accessor, index) => readChecked(accessor, index, bufferViews));
  const metadata = json.optional('extensions')?.optional('EXT_structural_metadata');
  const tables = metadata ? readPropertyTables(metadata).map(({ count }) => count) : [];
  const meshes = json.list('meshes').map((mesh) =>
    mesh
      .get('primitives')
      .items()
      .map((primitive) => readPrimitive(primitive, { accessors, bufferViews, tables })),
  );
  const nodeList = json.list('nodes');
  const nodes = nodeList.map((node, index) =>
    readNode(node, index, { meshes: meshes.length, nodes: nodeList.length, accessors: accessors.length, tables }),
  );
  const images = json.list('images').map((image) => readImage(image, bufferViews.length));
  for (const texture of json.list('textures')) texture.optional('source')?.index(images.length, 'images');
  const lists = listsOf(json);
  sceneRoots(lists);
  return {
    json,
    lists,
    buffers,
    bufferViews,
    accessors,
    meshes,
    nodes,
    images,
    textureCount: json.list('textures').length,
  };
}

function readBuffer(buffer: JsonNode, index: number, binByteLength: number | null) {
  const byteLength = buffer.get('byteLength').integer(1);
  const uri = buffer.optional('uri')?.string() ?? null;
  if (uri === null && !compressionOf(buffer)) {
    const missing = () => buffer.get('uri').fail('is missing, and there is no binary chunk for it.');
    const available = index === 0 && binByteLength !== null ? binByteLength : missing();
    if (byteLength > available)
      buffer.get('byteLength').fail(`is ${byteLength}, but the binary chunk has ${available} bytes.`);
  }
  return { uri, byteLength, place: buffer.place };
}

function readBufferView(view: JsonNode, buffers: Gltf['buffers']): Gltf['bufferViews'][number] {
  const buffer = view.get('buffer').index(buffers.length, 'buffers');
  const byteOffset = view.optional('byteOffset')?.integer() ?? 0;
  const byteLength = view.get('byteLength').integer();
  const available = buffers[buffer]!.byteLength;
  if (byteOffset + byteLength > available)
    view.fail(`reaches byte ${byteOffset + byteLength}, but its buffer has ${available}.`);
  return { buffer, byteOffset, byteLength, byteStride: view.optional('byteStride')?.integer(4) ?? null };
}

function readChecked(json: JsonNode, index: number, bufferViews: Gltf['bufferViews']): GltfAccessor {
  const accessor = readAccessor(json, index, bufferViews.length);
  const { size, componentType, byteOffset, bufferView } = accessor;
  const count = boundedCount(json.get('count'), COMPONENTS_LARGEST);
  if (bufferView !== null) {
    const view = bufferViews[bufferView]!;
    const element = size * componentArray(componentType)!.BYTES_PER_ELEMENT;
    const end = byteOffset + (view.byteStride ?? element) * (count - 1) + element;
    if (end > view.byteLength) json.fail(`needs ${end} bytes of a buffer view that has ${view.byteLength}.`);
  }
  const [min, max] = [readBound(json, 'min', size), readBound(json, 'max', size)];
  return { ...accessor, place: json.place, min, max };
}

/**
 * Null also for a bound that is not a list of `size` numbers: bounds are used only where the values themselves cannot
 * be read.
 */
function readBound(accessor: JsonNode, name: 'min' | 'max', size: number): number[] | null {
  const bound = accessor.optional(name)?.value;
  const isBound = Array.isArray(bound) && bound.length === size && bound.every(Number.isFinite);
  return isBound ? (bound as number[]) : null;
}

function boundedCount(node: JsonNode, largest: number): number {
  const count = node.integer(1);
  return count <= largest ? count : node.fail(`is ${count}; at most ${largest} can be shown.`);
}

interface Known {
  accessors: GltfAccessor[];
  bufferViews: Gltf['bufferViews'];
  /** Rows of each property table. */
  tables: number[];
}

function readPrimitive(primitive: JsonNode, { accessors, bufferViews, tables }: Known): GltfPrimitive {
  const attributes = readAttributes(primitive.get('attributes'), accessors.length);
  const mode = primitive.optional('mode')?.index(7, 'modes') ?? 4;
  const indices = primitive.optional('indices')?.index(accessors.length, 'accessors') ?? null;
  const extensions = primitive.optional('extensions');
  const draco = extensions?.optional('KHR_draco_mesh_compression');
  const featureIds = readFeatureSets(extensions?.optional('EXT_mesh_features'), tables);
  return {
    json: primitive,
    place: primitive.place,
    mode,
    indices,
    attributes,
    draco: draco ? { bufferView: draco.get('bufferView').index(bufferViews.length, 'buffer views') } : null,
    featureIds,
  };
}

function readAttributes(list: JsonNode, accessorCount: number): Record<string, number> {
  const attributes: Record<string, number> = {};
  for (const name of list.keys()) attributes[name] = list.get(name).index(accessorCount, 'accessors');
  return attributes;
}

function readFeatureSets(extension: JsonNode | null | undefined, tables: number[]): FeatureSet[] {
  return (extension?.list('featureIds') ?? []).map((set) => {
    const table = set.optional('propertyTable')?.index(tables.length, 'property tables') ?? null;
    return {
      table,
      tableCount: tables[table ?? -1] ?? null,
      none: set.optional('nullFeatureId')?.integer() ?? null,
      attribute: set.optional('attribute')?.integer() ?? null,
      featureCount: set.get('featureCount').integer(1),
      place: set.place,
    };
  });
}

function readNode(
  node: JsonNode,
  index: number,
  counts: { meshes: number; nodes: number; accessors: number; tables: number[] },
): GltfNode {
  nodeMatrix(node);
  for (const child of node.list('children')) child.index(counts.nodes, 'nodes');
  const mesh = node.optional('mesh')?.index(counts.meshes, 'meshes') ?? null;
  const extensions = node.optional('extensions');
  const instancing = instancingOf(node);
  const instances = instancing && readAttributes(instancing, counts.accessors);
  const featureIds = readFeatureSets(extensions?.optional('EXT_instance_features'), counts.tables);
  return { index, json: node, place: node.place, mesh, instances, featureIds };
}

function readImage(image: JsonNode, bufferViewCount: number) {
  const uri = image.optional('uri')?.string() ?? null;
  if (uri === null) image.get('bufferView').index(bufferViewCount, 'buffer views');
  return { uri, place: image.place };
}

/** Calls `visit` for each node with a mesh that the scene draws, with the matrix from mesh to glTF frame (y up). */
export function visitMeshes(
  gltf: Gltf,
  visit: (primitives: GltfPrimitive[], toGltf: Mat4, node: GltfNode) => void,
): void {
  for (const { index, matrix } of placedNodes(gltf.lists)) {
    const node = gltf.nodes[index]!;
    if (node.mesh !== null) visit(gltf.meshes[node.mesh]!, matrix, node);
  }
}
