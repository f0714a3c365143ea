/** The meshes of a content, with the features of their triangles. */
import type { Mesh, Node, Primitive } from '@gltf-transform/core';
import type { InstancedMesh } from '@gltf-transform/extensions';
import { type Mat4, multiply } from '@overlook/shared/maths';
import type { JsonNode } from '@overlook/shared/tiles3d';
import { accessorFloats } from '../publish/contents/accessor-floats.ts';
import type { ContentModel } from '../publish/contents/content-models.ts';
import { cornersOf, placedPrimitives } from '../publish/contents/placed-primitives.ts';
import { batchColumns, type ObjectColumns, tableColumns } from './object-facts.ts';

/** An attribute that is kept: its name in glTF, and its values, flat, as floats. */
export interface KeptAttribute {
  readonly name: string;
  readonly size: number;
  readonly values: Float32Array;
}

/** Numbers that tell the objects of a mesh apart, and the table that describes them. */
export interface FeatureNumbers {
  /** Of each vertex, or one for all of them. */
  readonly of: Float32Array | number;
  /** This number means no object. */
  readonly none: number | null;
  readonly columns: ObjectColumns;
}

export interface ContentMesh {
  /** Flat xyz before `toEcef`. */
  readonly positions: Float32Array;
  readonly attributes: readonly KeptAttribute[];
  /** Three vertices a triangle. */
  readonly corners: Uint32Array;
  /** Of the file. */
  readonly material: number | null;
  readonly name: string | null;
  /** Number of its node in the file. */
  readonly node: number;
  readonly places: readonly { readonly toEcef: Mat4; readonly features: FeatureNumbers | null }[];
}

const NO_COLUMNS: ObjectColumns = {};
const KEPT_SIZES: readonly (readonly [name: RegExp, size: number])[] = [
  [/^NORMAL$/, 3],
  [/^TEXCOORD_\d+$/, 2],
  [/^COLOR_\d+$/, 4],
];

/** One after another; points and lines are left out. */
export function* contentMeshes(model: ContentModel): Generator<ContentMesh> {
  const root = model.document.getRoot();
  const nodes = new Map(root.listNodes().map((node, index) => [node, index]));
  const meshes = new Map(root.listMeshes().map((mesh, index) => [mesh, index]));
  const materials = root.listMaterials();
  const features = new FeatureReader(model);
  for (const { primitive, node, toModel } of placedPrimitives(model.document)) {
    const position = primitive.getAttribute('POSITION');
    const corners = cornersOf(primitive);
    if (!position || !corners) continue;
    const mesh = node.getMesh()!;
    const own = features.ofPrimitive(primitive, mesh, meshes.get(mesh)!);
    const material = primitive.getMaterial();
    const places = model.places.flatMap(({ toEcef, feature }) =>
      toModel.map((matrix, instance) => ({
        toEcef: multiply(toEcef, matrix),
        features:
          feature !== null ? features.ofTile(feature) : (features.ofInstance(node, nodes.get(node)!, instance) ?? own),
      })),
    );
    yield {
      positions: accessorFloats(position, 3),
      attributes: keptAttributes(primitive),
      corners,
      material: material && materials.indexOf(material),
      name: node.getName() || mesh.getName() || null,
      node: nodes.get(node)!,
      places,
    };
  }
}

function keptAttributes(primitive: Primitive): KeptAttribute[] {
  return primitive.listSemantics().flatMap((name) => {
    const [, size] = KEPT_SIZES.find(([pattern]) => pattern.test(name)) ?? [];
    const accessor = primitive.getAttribute(name)!;
    const isWhole = accessor.getCount() === primitive.getAttribute('POSITION')!.getCount();
    return size && isWhole ? [{ name, size, values: accessorFloats(accessor, size) }] : [];
  });
}

/** Finds the numbers of features: in the batch ids of 3D Tiles 1.0, and in the feature id sets of 1.1, the first of which counts. */
class FeatureReader {
  readonly #batch: ObjectColumns | null;
  readonly #tables: readonly ObjectColumns[];
  readonly #meshes: readonly JsonNode[];
  readonly #nodes: readonly JsonNode[];

  constructor(model: ContentModel) {
    this.#batch = batchColumns(model);
    this.#tables = tableColumns(model.loaded);
    const { json } = model.loaded.gltf;
    [this.#meshes, this.#nodes] = [json.list('meshes'), json.list('nodes')];
  }

  ofTile(feature: number): FeatureNumbers {
    return { of: feature, none: null, columns: this.#batch ?? NO_COLUMNS };
  }

  ofPrimitive(primitive: Primitive, mesh: Mesh, meshIndex: number): FeatureNumbers | null {
    const place = mesh.listPrimitives().indexOf(primitive);
    const set = this.#meshes[meshIndex]!.list('primitives')[place]?.optional('extensions');
    const [first] = set?.optional('EXT_mesh_features')?.list('featureIds') ?? [];
    const read = (name: string) => {
      const accessor = primitive.getAttribute(name);
      return accessor && accessorFloats(accessor, 1);
    };
    if (first) {
      const of = read(`_FEATURE_ID_${first.optional('attribute')?.integer() ?? ''}`);
      return of && { of, ...this.#setOf(first) };
    }
    const of = this.#batch && (read('_BATCHID') ?? read('BATCHID'));
    return of ? { of, none: null, columns: this.#batch! } : null;
  }

  ofInstance(node: Node, nodeIndex: number, instance: number): FeatureNumbers | null {
    const extensions = this.#nodes[nodeIndex]!.optional('extensions');
    const [first] = extensions?.optional('EXT_instance_features')?.list('featureIds') ?? [];
    if (!first) return null;
    const attribute = first.optional('attribute')?.integer();
    const instanced = node.getExtension<InstancedMesh>('EXT_mesh_gpu_instancing');
    const accessor = attribute === undefined ? null : instanced?.getAttribute(`_FEATURE_ID_${attribute}`);
    return { of: accessor ? accessor.getElement(instance, [0])[0]! : instance, ...this.#setOf(first) };
  }

  #setOf(set: JsonNode): Pick<FeatureNumbers, 'none' | 'columns'> {
    const table = set.optional('propertyTable')?.integer();
    return {
      none: set.optional('nullFeatureId')?.integer() ?? null,
      columns: (table === undefined ? undefined : this.#tables[table]) ?? NO_COLUMNS,
    };
  }
}
