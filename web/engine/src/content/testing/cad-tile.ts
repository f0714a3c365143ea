/**
 * A tile as the publisher makes it of CAD: compressed with meshopt, 16-bit positions, octahedral normals, feature numbers
 * that count in a table of the layer's ids, glass and steel in one mesh, and a part with two instances.
 */
import { MeshoptEncoder } from 'meshoptimizer/encoder';
import { MeshoptGlbBuilder } from '@overlook/shared/tiles3d';
import { concat } from './make-files.ts';

/** The position of everything, content frame (z up, metres). */
export const CAD_CENTRE = [100, 200, 0] as const;

/** The layer's ids, in the order of the table: they are neither in order nor small. */
export const CAD_IDS = { floor: 4100, glass: 70_001, low: 9, high: 12 } as const;

const STEP = 0.001;

/** A vertex: steps east, up and south. The fourth number, which the file needs, is not used. */
type Steps = [number, number, number];

const upwards = (count: number): Int8Array => {
  const normals = Float32Array.from(Array.from({ length: count }, () => [0, 1, 0, 0]).flat());
  return new Int8Array(MeshoptEncoder.encodeFilterOct(normals, count, 4, 8).buffer);
};

/**
 * Adds the arrays, in glTF's axes (y up), and returns their accessors by name: a square of 10 m at height 4 (vertices 0 to
 * 3) and one of glass at height 10 (4 to 7), in steps from (-5, 4, -5); and a rectangle of 2 m eastwards by 1 m northwards,
 * in steps from (0, 0, -1).
 */
function addArrays(glb: MeshoptGlbBuilder) {
  const steps = (...vertices: Steps[]) =>
    glb.attribute(Uint16Array.from(vertices.flatMap((vertex) => [...vertex, 0])), 'VEC3', { stride: 8 });
  const normals = (count: number) =>
    glb.attribute(upwards(count), 'VEC3', { stride: 4, isNormalized: true, filter: 'OCTAHEDRAL' });
  const floats = (type: 'SCALAR' | 'VEC3' | 'VEC4', ...values: number[]) =>
    glb.attribute(Float32Array.from(values), type);
  const squares = [0, 6000].flatMap((y): Steps[] => [
    [0, y, 10_000],
    [10_000, y, 10_000],
    [10_000, y, 0],
    [0, y, 0],
  ]);
  const colours = [...Array<number>(16).fill(255), ...[0, 1, 2, 3].flatMap(() => [60, 120, 180, 128])];
  return {
    squares: steps(...squares),
    squareNormals: normals(8),
    squareColours: glb.attribute(Uint8Array.from(colours), 'VEC4', { isNormalized: true }),
    squareFeatures: floats('SCALAR', 0, 0, 0, 0, 1, 1, 1, 1),
    steel: glb.triangles([0, 1, 2, 0, 2, 3], 8),
    glass: glb.triangles([4, 5, 6, 4, 6, 7], 8),
    part: steps([0, 0, 1000], [2000, 0, 1000], [2000, 0, 0], [0, 0, 0]),
    partNormals: normals(4),
    partTriangles: glb.triangles([0, 1, 2, 0, 2, 3], 4),
    // The first is not rotated or scaled, at height 7. The second at height 12, twice as large and turned left by 90°,
    // from (2, 0) on.
    translations: floats('VEC3', 0, 7, -1, 0, 12, 0),
    rotations: floats('VEC4', 0, 0, 0, 1, 0, Math.SQRT1_2, 0, Math.SQRT1_2),
    scales: floats('VEC3', STEP, STEP, STEP, 2 * STEP, 2 * STEP, 2 * STEP),
    partFeatures: floats('SCALAR', 2, 3),
  };
}

/** What refers to the arrays. */
function document(at: ReturnType<typeof addArrays>, tableView: number): object {
  const [x, y, z] = CAD_CENTRE;
  const featuresOf = (featureCount: number) => ({ featureIds: [{ featureCount, attribute: 0, propertyTable: 0 }] });
  const square = (indices: 'steel' | 'glass', material: number) => ({
    attributes: {
      POSITION: at.squares,
      NORMAL: at.squareNormals,
      COLOR_0: at.squareColours,
      _FEATURE_ID_0: at.squareFeatures,
    },
    indices: at[indices],
    material,
    extensions: { EXT_mesh_features: featuresOf(2) },
  });
  const part = { attributes: { POSITION: at.part, NORMAL: at.partNormals }, indices: at.partTriangles };
  const attributes = {
    TRANSLATION: at.translations,
    ROTATION: at.rotations,
    SCALE: at.scales,
    _FEATURE_ID_0: at.partFeatures,
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

/** The file. Its plain arrays are not in it: a reader has to unpack them. */
export async function cadTileGlb(): Promise<Uint8Array> {
  await MeshoptEncoder.ready;
  const glb = new MeshoptGlbBuilder(MeshoptEncoder);
  const accessors = addArrays(glb);
  return glb.finish(document(accessors, glb.view(concat(Uint32Array.from(Object.values(CAD_IDS))))));
}
