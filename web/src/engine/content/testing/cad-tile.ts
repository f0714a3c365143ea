/**
 * A tile as the publisher makes it of CAD: compressed with meshopt, 16-bit positions, octahedral normals, feature numbers
 * that count in a table of the layer's ids, glass and steel in one mesh, and a part that stands twice as instances.
 */
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { concat, makeGlb } from './make-files.ts';

/** Where all of it stands, content frame (z up, metres). */
export const CAD_CENTRE = [100, 200, 0] as const;

/** The layer's ids, in the order of the table: they are neither in order nor small. */
export const CAD_IDS = { floor: 4100, glass: 70_001, low: 9, high: 12 } as const;

const STEP = 0.001;

interface Packed {
  data: Float32Array | Uint32Array | Uint16Array | Uint8Array;
  /** Bytes of an element. */
  stride: number;
  type: string;
  componentType: number;
  normalized?: true;
  filter?: 'OCTAHEDRAL';
  isIndices?: true;
}

const floats = (type: string, size: number, ...values: number[]): Packed => ({
  data: Float32Array.from(values),
  stride: 4 * size,
  type,
  componentType: 5126,
});
const triangles = (...values: number[]): Packed => ({
  data: Uint16Array.from(values),
  stride: 2,
  type: 'SCALAR',
  componentType: 5123,
  isIndices: true,
});
/** Steps, three a vertex; the fourth number that the file wants is not used. */
const steps = (...vertices: [number, number, number][]): Packed => ({
  data: Uint16Array.from(vertices.flatMap((vertex) => [...vertex, 0])),
  stride: 8,
  type: 'VEC3',
  componentType: 5123,
});
const upwards = (count: number): Packed => ({
  data: MeshoptEncoder.encodeFilterOct(
    Float32Array.from(Array.from({ length: count }, () => [0, 1, 0, 0]).flat()),
    count,
    4,
    8,
  ),
  stride: 4,
  type: 'VEC3',
  componentType: 5120,
  normalized: true,
  filter: 'OCTAHEDRAL',
});
const colours = (...rgba: number[]): Packed => ({
  data: Uint8Array.from(rgba),
  stride: 4,
  type: 'VEC4',
  componentType: 5121,
  normalized: true,
});

/**
 * The arrays, in glTF's axes (y up): a square of 10 m at height 4 (vertices 0 to 3) and one of glass at height 10 (4 to
 * 7), in steps from (-5, 4, -5); and a rectangle of 2 m eastwards by 1 m northwards, in steps from (0, 0, -1).
 */
const arrays = (): Record<string, Packed> => ({
  squares: steps(
    ...[0, 6000].flatMap((y): [number, number, number][] => [
      [0, y, 10_000],
      [10_000, y, 10_000],
      [10_000, y, 0],
      [0, y, 0],
    ]),
  ),
  squareNormals: upwards(8),
  squareColours: colours(...Array<number>(16).fill(255), ...[0, 1, 2, 3].flatMap(() => [60, 120, 180, 128])),
  squareFeatures: floats('SCALAR', 1, 0, 0, 0, 0, 1, 1, 1, 1),
  steel: triangles(0, 1, 2, 0, 2, 3),
  glass: triangles(4, 5, 6, 4, 6, 7),
  part: steps([0, 0, 1000], [2000, 0, 1000], [2000, 0, 0], [0, 0, 0]),
  partNormals: upwards(4),
  partTriangles: triangles(0, 1, 2, 0, 2, 3),
  // The first as it is, at height 7. The second at height 12, twice as large and turned left by 90°, from (2, 0) on.
  translations: floats('VEC3', 3, 0, 7, -1, 0, 12, 0),
  rotations: floats('VEC4', 4, 0, 0, 0, 1, 0, Math.SQRT1_2, 0, Math.SQRT1_2),
  scales: floats('VEC3', 3, STEP, STEP, STEP, 2 * STEP, 2 * STEP, 2 * STEP),
  partFeatures: floats('SCALAR', 1, 2, 3),
});

/** What {@link arrays} are joined to. */
function document(at: Record<string, number>, tableView: number): object {
  const [x, y, z] = CAD_CENTRE;
  const featuresOf = (featureCount: number) => ({ featureIds: [{ featureCount, attribute: 0, propertyTable: 0 }] });
  const square = (indices: string, material: number) => ({
    attributes: {
      POSITION: at['squares'],
      NORMAL: at['squareNormals'],
      COLOR_0: at['squareColours'],
      _FEATURE_ID_0: at['squareFeatures'],
    },
    indices: at[indices],
    material,
    extensions: { EXT_mesh_features: featuresOf(2) },
  });
  const part = { attributes: { POSITION: at['part'], NORMAL: at['partNormals'] }, indices: at['partTriangles'] };
  const attributes = {
    TRANSLATION: at['translations'],
    ROTATION: at['rotations'],
    SCALE: at['scales'],
    _FEATURE_ID_0: at['partFeatures'],
  };
  const id = { type: 'SCALAR', componentType: 'UINT32', required: true };
  return {
    asset: { version: '2.0' },
    extensionsRequired: ['EXT_meshopt_compression', 'KHR_mesh_quantization', 'EXT_mesh_gpu_instancing'],
    extensions: {
      EXT_structural_metadata: {
        schema: { id: 'cad', classes: { object: { properties: { id } } } },
        propertyTables: [{ class: 'object', count: 4, properties: { id: { values: tableView } } }],
      },
    },
    materials: [{ doubleSided: true }, { doubleSided: true, alphaMode: 'BLEND' }],
    meshes: [{ primitives: [square('steel', 0), square('glass', 1)] }, { primitives: [{ ...part, material: 0 }] }],
    scene: 0,
    scenes: [{ nodes: [0, 1] }],
    nodes: [
      { mesh: 0, translation: [x - 5, z + 4, -y - 5], scale: [STEP, STEP, STEP] },
      {
        mesh: 1,
        translation: [x, z, -y],
        extensions: { EXT_mesh_gpu_instancing: { attributes }, EXT_instance_features: featuresOf(2) },
      },
    ],
  };
}

/** The file. Its plain arrays are nowhere: whoever reads it has to unpack them. */
export async function cadTileGlb(): Promise<Uint8Array> {
  await MeshoptEncoder.ready;
  const entries = Object.entries(arrays());
  const chunks: Uint8Array[] = [];
  let byteOffset = 0;
  const append = (bytes: Uint8Array) => {
    const place = { byteOffset, byteLength: bytes.byteLength };
    chunks.push(bytes, new Uint8Array(-bytes.byteLength & 7));
    byteOffset += bytes.byteLength + (-bytes.byteLength & 7);
    return place;
  };
  let plainBytes = 0;
  const views: object[] = entries.map(([, { data, stride, filter, isIndices }]) => {
    const plain = concat(data);
    const count = plain.byteLength / stride;
    const mode = isIndices ? 'TRIANGLES' : 'ATTRIBUTES';
    const place = append(MeshoptEncoder.encodeGltfBuffer(plain, count, stride, mode));
    const view = { buffer: 1, byteOffset: plainBytes, byteLength: plain.byteLength };
    plainBytes += plain.byteLength + (-plain.byteLength & 7);
    const packed = { buffer: 0, ...place, byteStride: stride, count, mode, ...(filter ? { filter } : {}) };
    return { ...view, ...(isIndices ? {} : { byteStride: stride }), extensions: { EXT_meshopt_compression: packed } };
  });
  views.push({ buffer: 0, ...append(concat(Uint32Array.from(Object.values(CAD_IDS)))) });
  const binary = concat(...chunks);
  const json = {
    ...document(Object.fromEntries(entries.map(([name], i) => [name, i])), entries.length),
    accessors: entries.map(([, { data, stride, type, componentType, normalized }], bufferView) => ({
      bufferView,
      componentType,
      count: data.byteLength / stride,
      type,
      ...(normalized ? { normalized } : {}),
    })),
    bufferViews: views,
    buffers: [
      { byteLength: binary.byteLength },
      { byteLength: plainBytes, extensions: { EXT_meshopt_compression: { fallback: true } } },
    ],
  };
  return makeGlb(json, binary);
}
