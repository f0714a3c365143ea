import { MeshoptEncoder } from 'meshoptimizer';
import { type Vec3, maximumScale } from '@overlook/shared/maths';
import { MeshoptGlbBuilder } from '@overlook/shared/tiles3d';
import type { CadColour } from '../cad-model.ts';
import { lightOf } from '../../formats/linear-colours.ts';
import { packVertices } from './pack-vertices.ts';
import { type InstanceGroup, instanceTransform } from './instances.ts';
import type { TileMesh } from './tile-mesh.ts';

/** What a tile shows. */
export interface TileContent {
  /** Objects merged into one mesh; null where all are instances. */
  readonly mesh: TileMesh | null;
  readonly instances: readonly InstanceGroup[];
  /** The tile's geometric error, metres: it decides the precision of its vertices. */
  readonly geometricError: number;
}

/** Vertices are moved by no more than this, metres: a quarter of what measuring promises. */
const STEP = 0.0005;

const EXTENSIONS = [
  'EXT_meshopt_compression',
  'KHR_mesh_quantization',
  'EXT_mesh_features',
  'EXT_structural_metadata',
] as const;
const INSTANCE_EXTENSIONS = ['EXT_mesh_gpu_instancing', 'EXT_instance_features'] as const;

/** All extensions that tiles may use, for the tileset to declare. */
export const TILE_EXTENSIONS: readonly string[] = [...EXTENSIONS, ...INSTANCE_EXTENSIONS];

/**
 * A tile's content as GLB: compressed, 16-bit positions, each vertex (or instance) with a feature id that counts in a
 * property table with the layer's ids as the column `id`. `centre` is the tileset's, metres with z up; coordinates in
 * the file are those of the root tile's frame.
 */
export function writeTileGlb({ mesh, instances, geometricError }: TileContent, centre: Readonly<Vec3>): Uint8Array {
  const glb = new MeshoptGlbBuilder(MeshoptEncoder);
  const ids = new FeatureNumbers();
  const scene: Scene = { nodes: [], meshes: [], materials: [] };
  if (mesh) addMesh(glb, scene, ids, mesh, { geometricError, centre });
  for (const group of instances) addInstances(glb, scene, ids, group, centre);
  const table = glb.view(new Uint8Array(Uint32Array.from(ids.layerIds).buffer));
  const required = ['EXT_meshopt_compression', 'KHR_mesh_quantization'];
  return glb.finish({
    asset: { version: '2.0', generator: 'Overlook' },
    extensionsUsed: instances.length > 0 ? TILE_EXTENSIONS : EXTENSIONS,
    extensionsRequired: instances.length > 0 ? [...required, 'EXT_mesh_gpu_instancing'] : required,
    extensions: {
      EXT_structural_metadata: {
        schema: {
          id: 'overlook_cad',
          classes: { object: { properties: { id: { type: 'SCALAR', componentType: 'UINT32', required: true } } } },
        },
        propertyTables: [{ class: 'object', count: ids.layerIds.length, properties: { id: { values: table } } }],
      },
    },
    scene: 0,
    scenes: [{ nodes: scene.nodes.map((_, index) => index) }],
    ...scene,
  });
}

interface Scene {
  readonly nodes: object[];
  readonly meshes: object[];
  readonly materials: object[];
}

/** The layer's feature ids of a tile, by their small numbers within the tile. */
class FeatureNumbers {
  readonly layerIds: number[] = [];
  readonly #numbers = new Map<number, number>();

  of(layerId: number): number {
    const known = this.#numbers.get(layerId);
    if (known !== undefined) return known;
    this.#numbers.set(layerId, this.layerIds.length);
    this.layerIds.push(layerId);
    return this.layerIds.length - 1;
  }

  /** As a feature id set of the extensions: attribute 0, counting in table 0. */
  set(layerIds: Iterable<number>): object {
    return { featureIds: [{ featureCount: new Set(layerIds).size, attribute: 0, propertyTable: 0 }] };
  }
}

function addMesh(
  glb: MeshoptGlbBuilder,
  scene: Scene,
  ids: FeatureNumbers,
  mesh: TileMesh,
  { geometricError, centre }: { geometricError: number; centre: Readonly<Vec3> },
): void {
  const packed = packVertices(mesh, Math.max(STEP, geometricError / 100));
  const { count, origin, step } = packed;
  const attributes = {
    ...shape(glb, packed),
    COLOR_0: glb.attribute(packed.colours, 'VEC4', { isNormalized: true }),
    _FEATURE_ID_0: featureIds(glb, packed.features, ids),
  };
  const extensions = { EXT_mesh_features: ids.set(packed.features) };
  const primitives = byOpacity(packed.indices, packed.colours).map(({ indices, isClear }) => ({
    attributes,
    indices: glb.triangles(indices, count),
    material: material(scene, [255, 255, 255, 255], isClear),
    mode: 4,
    extensions,
  }));
  const [x, y, z] = origin;
  scene.meshes.push({ primitives });
  scene.nodes.push({
    mesh: scene.meshes.length - 1,
    translation: [x + centre[0], y + centre[2], z - centre[1]],
    scale: [step, step, step],
  });
}

/** Positions and normals. */
function shape(glb: MeshoptGlbBuilder, { positions, normals, min, max }: ReturnType<typeof packVertices>) {
  const stride = positions instanceof Uint16Array ? 8 : 12;
  return {
    POSITION: glb.attribute(positions, 'VEC3', { stride, bounds: { min, max } }),
    NORMAL: glb.attribute(normals, 'VEC3', { stride: 4, isNormalized: true, filter: 'OCTAHEDRAL' }),
  };
}

function featureIds(glb: MeshoptGlbBuilder, layerIds: Uint32Array, ids: FeatureNumbers): number {
  return glb.attribute(
    Float32Array.from(layerIds, (id) => ids.of(id)),
    'SCALAR',
  );
}

/** Opaque and transparent triangles, by the alpha of their first corner; an empty list is omitted. */
function byOpacity(indices: Uint32Array, colours: Uint8Array): { indices: Uint32Array; isClear: boolean }[] {
  const isClear = (corner: number) => colours[4 * indices[corner]! + 3]! < 255;
  const pick = (wanted: boolean) => indices.filter((_, i) => isClear(i - (i % 3)) === wanted);
  return [
    { indices: pick(false), isClear: false },
    { indices: pick(true), isClear: true },
  ].filter((part) => part.indices.length > 0);
}

function addInstances(
  glb: MeshoptGlbBuilder,
  scene: Scene,
  ids: FeatureNumbers,
  group: InstanceGroup,
  centre: Readonly<Vec3>,
): void {
  const largestScale = group.matrices.reduce((most, matrix) => Math.max(most, maximumScale(matrix)), 0);
  const packed = packVertices(group.mesh, STEP / largestScale);
  const primitive = {
    attributes: shape(glb, packed),
    indices: glb.triangles(packed.indices, packed.count),
    material: material(scene, group.colour, group.colour[3] < 255),
    mode: 4,
  };
  // The quantisation step of the positions is a part of each instance's transform, because readers expect only a mesh
  // below it.
  const placed = group.matrices.map((matrix) => instanceTransform(matrix, packed));
  const floats = (values: number[], size: 3 | 4) => glb.attribute(Float32Array.from(values), `VEC${size}`);
  scene.meshes.push({ primitives: [primitive] });
  scene.nodes.push({
    mesh: scene.meshes.length - 1,
    translation: [centre[0], centre[2], -centre[1]],
    extensions: {
      EXT_mesh_gpu_instancing: {
        attributes: {
          TRANSLATION: floats(
            placed.flatMap((one) => one.translation),
            3,
          ),
          ROTATION: floats(
            placed.flatMap((one) => one.rotation),
            4,
          ),
          SCALE: floats(
            placed.flatMap((one) => one.scale),
            3,
          ),
          _FEATURE_ID_0: featureIds(glb, group.features, ids),
        },
      },
      EXT_instance_features: ids.set(group.features),
    },
  });
}

function material(scene: Scene, [r, g, b, a]: CadColour, isClear: boolean): number {
  const linear = (value: number) => Number(lightOf(value).toFixed(5));
  scene.materials.push({
    pbrMetallicRoughness: {
      baseColorFactor: [linear(r), linear(g), linear(b), a / 255],
      metallicFactor: 0,
      roughnessFactor: 0.8,
    },
    // CAD exports have open shells and triangles of either orientation.
    doubleSided: true,
    ...(isClear ? { alphaMode: 'BLEND' } : {}),
  });
  return scene.materials.length - 1;
}
