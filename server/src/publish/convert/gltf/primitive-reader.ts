import type { GltfData } from '@overlook/shared/gltf';
import type { JsonNode } from '@overlook/shared/tiles3d';
import type { CadColour } from '../cad-model.ts';
import type { CadGeometry } from '../../formats/triangle-corners.ts';
import { LEFT_OUT, type LeftOut, type LeftOutReason } from '../left-out.ts';
import { usedVertices } from '../tiles/pick-vertices.ts';
import { ArrayPool } from './array-pool.ts';
import { displayColours } from '../../formats/display-colours.ts';
import { readArrays, resized } from '../../formats/primitive-arrays.ts';
import { flatNormals, triangleCorners } from '../../formats/triangle-corners.ts';
import type { GltfFile } from './gltf-file.ts';
import type { MaterialColours } from './material-colours.ts';

interface Shape {
  /** Index of the geometry. */
  readonly geometry: number;
  readonly colour: CadColour;
}

const TRIANGLES = 4;

/** The unprocessed arrays of a primitive. */
interface Arrays {
  readonly corners: Uint32Array;
  /** Flat xyz; must not be changed, because other primitives may share them. */
  readonly positions: Float32Array;
  readonly normals: Float32Array | null;
  /** Flat RGBA, 0 to 1. */
  readonly tints: Float32Array | null;
}

/** Turns primitives into geometries, each once for all nodes and meshes that show it. */
export class PrimitiveReader {
  readonly geometries: CadGeometry[] = [];
  readonly #meshes = new Map<number, readonly Shape[]>();
  /** Geometries by their accessors; the reason where they cannot be read. */
  readonly #known = new Map<string, number | LeftOutReason>();
  readonly #pool = new ArrayPool();
  #posed = 0;

  constructor(
    private readonly file: GltfFile,
    private readonly data: GltfData,
    private readonly colours: MaterialColours,
    private readonly left: LeftOut,
  ) {}

  get warnings(): string[] {
    return this.#posed > 0 ? [`${this.#posed} meshes with skins or morph targets are shown in their first shape.`] : [];
  }

  /** Shapes of the mesh that `reference` names. `object` is the first object with it. Throws `ContentError`. */
  async read(reference: JsonNode, object: string): Promise<readonly Shape[]> {
    const index = reference.index(this.file.json.count('meshes'), 'meshes');
    const known = this.#meshes.get(index);
    if (known) return known;
    const shapes: Shape[] = [];
    for (const primitive of this.file.json.entry('meshes', index).list('primitives')) {
      const found = await this.#geometryOf(primitive);
      if (typeof found === 'string') this.left.add(found, object);
      else shapes.push({ geometry: found, colour: this.colours.of(primitive.optional('material')) });
    }
    this.#meshes.set(index, shapes);
    return shapes;
  }

  async #geometryOf(primitive: JsonNode): Promise<number | LeftOutReason> {
    if (primitive.list('targets').length > 0 || primitive.get('attributes').optional('JOINTS_0')) this.#posed++;
    const key = keyOf(primitive);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = await this.#make(primitive);
    const found = typeof made === 'string' ? made : this.geometries.push(this.#pool.keep(made)) - 1;
    this.#known.set(key, found);
    return found;
  }

  async #make(primitive: JsonNode): Promise<CadGeometry | LeftOutReason> {
    const mode = primitive.optional('mode')?.integer() ?? TRIANGLES;
    if (mode < TRIANGLES) return LEFT_OUT.pointsOrLines;
    if (!primitive.get('attributes').optional('POSITION')) return LEFT_OUT.noPositions;
    const { corners, positions, normals, tints } = await this.#arrays(primitive);
    const indices = triangleCorners(mode, corners) ?? primitive.get('mode').fail('is no mode of primitives.');
    if (indices.length === 0) return LEFT_OUT.noTriangle;
    const vertices = positions.length / 3;
    if (indices.some((corner) => corner >= vertices)) return LEFT_OUT.beyondVertices;
    const whole = {
      positions,
      normals: normals ?? new Float32Array(positions.length),
      indices,
      colours: tints && displayColours(tints),
    };
    const shape = usedVertices(whole, indices);
    if (!shape.positions.every(Number.isFinite)) return LEFT_OUT.noNumbers;
    return normals && shape.normals.every(Number.isFinite) ? shape : flatNormals(shape);
  }

  async #arrays(primitive: JsonNode): Promise<Arrays> {
    const arrays = await readArrays(primitive, this.data, ['POSITION', 'NORMAL', 'COLOR_0']);
    const read = (name: string, sizes: readonly number[]): Float32Array | null => {
      const found = arrays.attribute(name);
      if (!found) return null;
      const { accessor, size, values } = found;
      if (!sizes.includes(size)) accessor.json.get('type').fail(`is no type for ${name}.`);
      if (values.length !== size * arrays.vertices)
        accessor.json.get('count').fail(`is ${accessor.count}, but there are ${arrays.vertices} positions.`);
      return resized(found, sizes.at(-1)!);
    };
    const positions = read('POSITION', [3])!;
    return { corners: arrays.corners(), positions, normals: read('NORMAL', [3]), tints: read('COLOR_0', [3, 4]) };
  }
}

/** Everything that determines a primitive's shape, without its material. */
function keyOf(primitive: JsonNode): string {
  const attributes = primitive.get('attributes');
  const compressed = primitive.optional('extensions')?.optional('KHR_draco_mesh_compression');
  const named = ['POSITION', 'NORMAL', 'COLOR_0'].map((name) => attributes.optional(name)?.value);
  const others = [primitive.optional('indices'), primitive.optional('mode'), compressed?.optional('bufferView')];
  return [...named, ...others.map((node) => node?.value)].join();
}
