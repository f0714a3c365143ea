/** The meshes of a content, with the features of their triangles. */
import { type GltfData, instancingOf, nameOf } from '@overlook/shared/gltf';
import { type Mat4, multiply } from '@overlook/shared/maths';
import type { ContentModel } from '../publish/contents/content-models.ts';
import { placedPrimitives, trianglesOf } from '../publish/contents/placed-primitives.ts';
import type { FeatureSet, GltfNode, GltfPrimitive } from '../publish/formats/gltf.ts';
import { type PrimitiveArrays, resized } from '../publish/formats/primitive-arrays.ts';
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
  const { json } = model.loaded.gltf;
  const [meshes, materials] = [json.list('meshes'), json.list('materials').length];
  const features = new FeatureReader(model);
  for (const { primitive, arrays, node, toModel } of placedPrimitives(model)) {
    const corners = trianglesOf(primitive, arrays);
    if (!corners) continue;
    const own = features.ofPrimitive(primitive, arrays);
    const material = primitive.json.optional('material')?.value as number | undefined;
    const places = model.places.flatMap(({ toEcef, feature }) =>
      toModel.map((matrix, instance) => ({
        toEcef: multiply(toEcef, matrix),
        features: feature !== null ? features.ofTile(feature) : (features.ofInstance(node, instance) ?? own),
      })),
    );
    yield {
      positions: resized(arrays.attribute('POSITION')!, 3),
      attributes: keptAttributes(primitive, arrays),
      corners,
      material: material !== undefined && material < materials ? material : null,
      name: nameOf(node.json) ?? nameOf(meshes[node.mesh!]!),
      node: node.index,
      places,
    };
  }
}

function keptAttributes({ attributes }: GltfPrimitive, arrays: PrimitiveArrays): KeptAttribute[] {
  return Object.keys(attributes).flatMap((name) => {
    const [, size] = KEPT_SIZES.find(([pattern]) => pattern.test(name)) ?? [];
    if (!size) return [];
    const values = resized(arrays.attribute(name)!, size);
    return values.length === size * arrays.vertices ? [{ name, size, values }] : [];
  });
}

/** Finds the numbers of features: in the batch ids of 3D Tiles 1.0, and in the feature id sets of 1.1, the first of which counts. */
class FeatureReader {
  readonly #batch: ObjectColumns | null;
  readonly #tables: readonly ObjectColumns[];
  readonly #data: GltfData;

  constructor(model: ContentModel) {
    this.#batch = batchColumns(model);
    this.#tables = tableColumns(model.loaded);
    this.#data = model.loaded.data;
  }

  ofTile(feature: number): FeatureNumbers {
    return { of: feature, none: null, columns: this.#batch ?? NO_COLUMNS };
  }

  ofPrimitive({ featureIds: [first] }: GltfPrimitive, arrays: PrimitiveArrays): FeatureNumbers | null {
    const read = (name: string) => {
      const found = arrays.attribute(name);
      return found && resized(found, 1);
    };
    if (first) {
      const of = first.attribute === null ? null : read(`_FEATURE_ID_${first.attribute}`);
      return of && { of, ...this.#setOf(first) };
    }
    const of = this.#batch && (read('_BATCHID') ?? read('BATCHID'));
    return of ? { of, none: null, columns: this.#batch! } : null;
  }

  ofInstance({ json, featureIds: [first] }: GltfNode, instance: number): FeatureNumbers | null {
    if (!first) return null;
    const reference = first.attribute === null ? null : instancingOf(json)?.optional(`_FEATURE_ID_${first.attribute}`);
    const ids = reference && this.#data.floats(this.#data.accessor(reference));
    return { of: ids ? ids[instance]! : instance, ...this.#setOf(first) };
  }

  #setOf({ none, table }: FeatureSet): Pick<FeatureNumbers, 'none' | 'columns'> {
    return { none, columns: this.#tables[table ?? -1] ?? NO_COLUMNS };
  }
}
