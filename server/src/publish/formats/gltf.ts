import { IDENTITY, type Mat4, multiply } from '@overlook/shared/maths';
import {
  componentArray,
  COMPONENTS_LARGEST,
  elementSize,
  type JsonNode,
  readPropertyTables,
  unknownExtensions,
} from '@overlook/shared/tiles3d';
import { nodeMatrix } from './node-matrix.ts';

/** A glTF 2.0 document with every index and length checked, so that later steps may follow them blindly. */
export interface Gltf {
  json: JsonNode;
  buffers: { uri: string | null; byteLength: number; place: string }[];
  bufferViews: { buffer: number; byteOffset: number; byteLength: number; byteStride: number | null }[];
  accessors: GltfAccessor[];
  meshes: GltfPrimitive[][];
  nodes: GltfNode[];
  /** Nodes of the default scene, or all nodes without a parent where there is no scene. */
  roots: number[];
  images: { uri: string | null; place: string }[];
  textureCount: number;
}
export interface GltfAccessor {
  place: string;
  /** Null: all zeros, or compressed by an extension. */
  bufferView: number | null;
  byteOffset: number;
  componentType: number;
  /** Components of an element: 1 for SCALAR, 3 for VEC3. */
  size: number;
  count: number;
  isSparse: boolean;
  /** Integers are normalised to −1…1 or 0…1 (glTF 2.0 §3.6.2.2). */
  isNormalized: boolean;
  min: number[] | null;
  max: number[] | null;
}
export interface GltfPrimitive {
  place: string;
  mode: number;
  indices: number | null;
  attributes: Record<string, number>;
  /** Of KHR_draco_mesh_compression: its buffer view, and the id of the positions in it. */
  draco: { bufferView: number; position: number | null } | null;
  /** Feature sets of EXT_mesh_features. */
  featureIds: FeatureSet[];
}
export interface GltfNode {
  place: string;
  matrix: Mat4;
  children: number[];
  mesh: number | null;
  /** Accessors of EXT_mesh_gpu_instancing by name. */
  instances: Record<string, number> | null;
  /** Feature sets of EXT_instance_features. */
  featureIds: FeatureSet[];
}
export interface FeatureSet {
  attribute: number | null;
  featureCount: number;
  /** Rows of its property table; null where it names none. */
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
  const accessors = json.list('accessors').map((accessor) => readAccessor(accessor, bufferViews));
  const metadata = json.optional('extensions')?.optional('EXT_structural_metadata');
  const tables = metadata ? readPropertyTables(metadata).map(({ count }) => count) : [];
  const meshes = json.list('meshes').map((mesh) =>
    mesh
      .get('primitives')
      .items()
      .map((primitive) => readPrimitive(primitive, { accessors, bufferViews, tables })),
  );
  const nodeList = json.list('nodes');
  const nodes = nodeList.map((node) =>
    readNode(node, { meshes: meshes.length, nodes: nodeList.length, accessors: accessors.length, tables }),
  );
  const images = json.list('images').map((image) => readImage(image, bufferViews.length));
  for (const texture of json.list('textures')) texture.optional('source')?.index(images.length, 'images');
  const roots = readRoots(json, nodes);
  refuseNodeCycles(json, nodes);
  return {
    json,
    buffers,
    bufferViews,
    accessors,
    meshes,
    nodes,
    roots,
    images,
    textureCount: json.list('textures').length,
  };
}

function readBuffer(buffer: JsonNode, index: number, binByteLength: number | null) {
  const byteLength = buffer.get('byteLength').integer(1);
  const uri = buffer.optional('uri')?.string() ?? null;
  const extensions = buffer.optional('extensions');
  const isMeshoptFallback = ['EXT_meshopt_compression', 'KHR_meshopt_compression'].some((name) =>
    extensions?.optional(name),
  );
  if (uri === null && !isMeshoptFallback) {
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

function readAccessor(accessor: JsonNode, bufferViews: Gltf['bufferViews']): GltfAccessor {
  const componentType = accessor.get('componentType').integer();
  const bytes =
    componentArray(componentType)?.BYTES_PER_ELEMENT ??
    accessor.get('componentType').fail(`is ${componentType}, which is no component type.`);
  const size = elementSize(accessor.get('type').string()) ?? accessor.get('type').fail('is no accessor type.');
  const count = boundedCount(accessor.get('count'), COMPONENTS_LARGEST);
  const byteOffset = accessor.optional('byteOffset')?.integer() ?? 0;
  const bufferView = accessor.optional('bufferView')?.index(bufferViews.length, 'buffer views') ?? null;
  if (bufferView !== null) {
    const view = bufferViews[bufferView]!;
    const stride = view.byteStride ?? size * bytes;
    const end = byteOffset + stride * (count - 1) + size * bytes;
    if (end > view.byteLength) accessor.fail(`needs ${end} bytes of a buffer view that has ${view.byteLength}.`);
  }
  const isSparse = accessor.optional('sparse') !== null;
  const isNormalized = accessor.optional('normalized')?.value === true;
  return {
    place: accessor.place,
    bufferView,
    byteOffset,
    componentType,
    size,
    count,
    isSparse,
    isNormalized,
    min: readBound(accessor, 'min', size),
    max: readBound(accessor, 'max', size),
  };
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
    place: primitive.place,
    mode,
    indices,
    attributes,
    draco: draco ? readDraco(draco, bufferViews) : null,
    featureIds,
  };
}

function readDraco(draco: JsonNode, { length }: Gltf['bufferViews']): NonNullable<GltfPrimitive['draco']> {
  const position = draco.optional('attributes')?.optional('POSITION')?.integer() ?? null;
  return { bufferView: draco.get('bufferView').index(length, 'buffer views'), position };
}

function readAttributes(list: JsonNode, accessorCount: number): Record<string, number> {
  const attributes: Record<string, number> = {};
  for (const name of list.keys()) attributes[name] = list.get(name).index(accessorCount, 'accessors');
  return attributes;
}

function readFeatureSets(extension: JsonNode | null | undefined, tables: number[]): FeatureSet[] {
  return (extension?.list('featureIds') ?? []).map((set) => ({
    tableCount: tables[set.optional('propertyTable')?.index(tables.length, 'property tables') ?? -1] ?? null,
    attribute: set.optional('attribute')?.integer() ?? null,
    featureCount: set.get('featureCount').integer(1),
    place: set.place,
  }));
}

function readNode(
  node: JsonNode,
  counts: { meshes: number; nodes: number; accessors: number; tables: number[] },
): GltfNode {
  const children = node.list('children').map((child) => child.index(counts.nodes, 'nodes'));
  const mesh = node.optional('mesh')?.index(counts.meshes, 'meshes') ?? null;
  const extensions = node.optional('extensions');
  const instancing = extensions?.optional('EXT_mesh_gpu_instancing');
  const instances = instancing ? readAttributes(instancing.get('attributes'), counts.accessors) : null;
  const featureIds = readFeatureSets(extensions?.optional('EXT_instance_features'), counts.tables);
  return { place: node.place, matrix: nodeMatrix(node), children, mesh, instances, featureIds };
}

function readImage(image: JsonNode, bufferViewCount: number) {
  const uri = image.optional('uri')?.string() ?? null;
  if (uri === null) image.get('bufferView').index(bufferViewCount, 'buffer views');
  return { uri, place: image.place };
}

function readRoots(json: JsonNode, nodes: GltfNode[]): number[] {
  const scenes = json.list('scenes');
  const scene = scenes[json.optional('scene')?.index(scenes.length, 'scenes') ?? 0];
  if (scene) return scene.list('nodes').map((node) => node.index(nodes.length, 'nodes'));
  const children = new Set(nodes.flatMap((node) => node.children));
  return nodes.map((_, index) => index).filter((index) => !children.has(index));
}

/** A node may have one parent and no cycle (glTF 2.0 §3.5.2): otherwise walking the nodes would never end. */
function refuseNodeCycles(json: JsonNode, nodes: GltfNode[]): void {
  const parent = new Int32Array(nodes.length).fill(-1);
  nodes.forEach((node, index) => {
    for (const child of node.children) {
      if (parent[child] !== -1) json.get('nodes').items()[child]!.fail('has two parents.');
      parent[child] = index;
    }
  });
  const settled = new Uint8Array(nodes.length);
  nodes.forEach((_, start) => {
    const path: number[] = [];
    let node = start;
    for (; node !== -1 && !settled[node]; node = parent[node]!) {
      if (path.length > nodes.length) json.get('nodes').items()[start]!.fail('is its own ancestor.');
      path.push(node);
    }
    for (const index of path) settled[index] = 1;
  });
}

/** Calls `visit` for each node with a mesh that the scene draws, with the matrix from mesh to glTF frame (y up). */
export function visitMeshes(
  gltf: Gltf,
  visit: (primitives: GltfPrimitive[], toGltf: Mat4, node: GltfNode) => void,
): void {
  const pending = gltf.roots.map((index) => ({ index, above: IDENTITY }));
  for (let next = pending.pop(); next; next = pending.pop()) {
    const node = gltf.nodes[next.index]!;
    const matrix = node.matrix === IDENTITY ? next.above : multiply(next.above, node.matrix);
    if (node.mesh !== null) visit(gltf.meshes[node.mesh]!, matrix, node);
    for (const child of node.children) pending.push({ index: child, above: matrix });
  }
}
