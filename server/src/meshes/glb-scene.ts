import { invertAffine, isMirrored, type Mat4, multiply, transformPoint } from '@overlook/shared/maths';
import type { ForeignJson } from '@overlook/shared/tiles3d';
import type { ContentModel } from '../publish/contents/content-models.ts';
import { type ClippedMesh, TriangleClipper } from './clip-triangles.ts';
import type { ContentMesh, FeatureNumbers, KeptAttribute } from './content-meshes.ts';
import { type ExportFrame, frameFacts } from './export-frame.ts';
import { GlbParts, type WrittenAttribute } from './glb-parts.ts';
import { MaterialCopier } from './material-copier.ts';
import { type ObjectFacts, objectFacts } from './object-facts.ts';

/** An object of the file: a node with a mesh. */
interface SceneObject {
  readonly name: string;
  readonly layerId: number | null;
  readonly extras: ForeignJson;
  readonly primitives: ForeignJson[];
}

type Placed = ContentMesh['places'][number];

/**
 * Collects the parts of many meshes in a box as one glTF: a node for each object, whose parts may come from several
 * tiles.
 */
export class GlbScene {
  triangles = 0;
  /** Primitives so far. */
  meshes = 0;
  readonly #parts: GlbParts;
  readonly #materials: MaterialCopier;
  readonly #objects = new Map<string, SceneObject>();
  /** Models and tables, numbered in their order: numbers of features are unique only within one of them. */
  readonly #scopes = new Map<object, number>();
  #models = 0;
  #model: ContentModel | null = null;

  constructor(
    binPath: string,
    private readonly frame: ExportFrame,
  ) {
    this.#parts = new GlbParts(binPath);
    this.#materials = new MaterialCopier((bytes) => this.#parts.view(bytes));
  }

  get byteLength(): number {
    return this.#parts.byteLength;
  }

  close(): void {
    this.#parts.close();
  }

  /** Adds the parts of a mesh inside the box, for all of its instances. Throws `GlbTooLargeError`. */
  add(mesh: ContentMesh, model: ContentModel): void {
    if (model !== this.#model) {
      this.#model = model;
      this.#models++;
      this.#scopes.clear();
    }
    for (const place of mesh.places) this.#addAt(mesh, place, model);
  }

  #addAt(mesh: ContentMesh, { toEcef, features }: Placed, model: ContentModel): void {
    const toBox = multiply(this.frame.ecefToBox, toEcef);
    const { source, attributes } = placedVertices(mesh, multiply(this.frame.boxToFile, toBox), toBox);
    const clipper = new TriangleClipper(source, this.frame.half);
    const corners = isMirrored(toBox) ? turnedAround(mesh.corners) : mesh.corners;
    for (const [feature, own] of trianglesByFeature(corners, features, clipper)) {
      const clipped = clipper.clip(own);
      if (!clipped) continue;
      const object = this.#object(mesh, model, { feature, features });
      const material = mesh.material === null ? {} : { material: this.#materials.material(model, mesh.material) };
      object.primitives.push({ ...this.#written(clipped, attributes), ...material });
      this.triangles += clipped.indices.length / 3;
      this.meshes++;
    }
  }

  #object(
    { name, node }: ContentMesh,
    { filePath }: ContentModel,
    { feature, features }: { feature: number | null; features: FeatureNumbers | null },
  ): SceneObject {
    const facts = feature === null || !features ? null : objectFacts(features.columns, feature);
    const within = feature === null ? `node ${node}` : `${this.#scopeOf(features!.columns)} ${feature}`;
    const key = objectKey(facts, `${this.#models} ${within}`);
    const known = this.#objects.get(key);
    if (known) return known;
    const made: SceneObject = {
      name: facts?.name ?? (feature === null ? (name ?? filePath) : `Object ${facts?.layerId ?? feature}`),
      layerId: facts?.layerId ?? null,
      extras: { ...(feature !== null && { featureId: facts?.layerId ?? feature }), ...describe(facts) },
      primitives: [],
    };
    this.#objects.set(key, made);
    return made;
  }

  #scopeOf(columns: object): number {
    const known = this.#scopes.get(columns) ?? this.#scopes.size;
    this.#scopes.set(columns, known);
    return known;
  }

  #written(clipped: ClippedMesh, kept: readonly KeptAttribute[]): ForeignJson {
    const count = clipped.positions.length / 3;
    const attributes: ForeignJson = {};
    for (const attribute of writtenAttributes(clipped, kept, this.frame.boxToFile))
      attributes[attribute.name] = this.#parts.attribute(attribute);
    return { attributes, indices: this.#parts.indices(clipped.indices, count), mode: 4 };
  }

  /** The document without its scene, and the objects' numbers in the layer, one a node. */
  finish(): { document: ForeignJson; layerIds: (number | null)[] } {
    const objects = [...this.#objects.values()];
    const { lists, extensionsUsed, extensionsRequired } = this.#materials;
    const given = Object.entries(lists).filter(([, list]) => list.length > 0);
    const document = {
      asset: { version: '2.0', extras: frameFacts(this.frame) },
      ...(extensionsUsed.size > 0 && { extensionsUsed: [...extensionsUsed] }),
      ...(extensionsRequired.size > 0 && { extensionsRequired: [...extensionsRequired] }),
      nodes: objects.map(({ name, extras }, mesh) => ({
        name,
        mesh,
        ...(Object.keys(extras).length > 0 && { extras }),
      })),
      meshes: objects.map(({ name, primitives }) => ({ name, primitives })),
      ...Object.fromEntries(given),
      accessors: this.#parts.accessors,
      bufferViews: this.#parts.bufferViews,
      buffers: [{ byteLength: this.byteLength }],
    };
    return { document, layerIds: objects.map(({ layerId }) => layerId) };
  }
}

/** Objects are the same in all tiles by their number in the layer or their GUID; without both, within their tile. */
function objectKey(facts: ObjectFacts | null, within: string): string {
  if (facts?.layerId != null) return `id ${facts.layerId}`;
  return facts?.guid != null ? `guid ${facts.guid}` : within;
}

function describe(facts: ObjectFacts | null): ForeignJson {
  if (!facts) return {};
  const { name, guid, tag, properties } = facts;
  return { ...(name !== null && { name }), ...(guid !== null && { guid }), ...(tag !== null && { tag }), properties };
}

/** Triangles that may reach into the box, by the number that their first corner has; null for those of no object. */
function trianglesByFeature(
  corners: Uint32Array,
  features: FeatureNumbers | null,
  clipper: TriangleClipper,
): Map<number | null, number[]> {
  const byFeature = new Map<number | null, number[]>();
  for (let i = 0; i + 2 < corners.length; i += 3) {
    const [a, b, c] = [corners[i]!, corners[i + 1]!, corners[i + 2]!];
    if (!clipper.isNear(a, b, c)) continue;
    const number = features && (typeof features.of === 'number' ? features.of : features.of[a]!);
    const feature = number === null || number === features!.none ? null : number;
    const list = byFeature.get(feature);
    if (list) list.push(a, b, c);
    else byFeature.set(feature, [a, b, c]);
  }
  return byFeature;
}

/** The vertices of a mesh in the box's axes, with normals in the axes of the file. */
function placedVertices({ positions, attributes }: ContentMesh, toFile: Mat4, toBox: Mat4) {
  const count = positions.length / 3;
  const placed = new Float64Array(3 * count);
  for (let i = 0; i < placed.length; i += 3) {
    const [x, y, z] = transformPoint(toBox, [positions[i]!, positions[i + 1]!, positions[i + 2]!]);
    placed[i] = x;
    placed[i + 1] = y;
    placed[i + 2] = z;
  }
  const turned = attributes.flatMap((one) => {
    if (one.name !== 'NORMAL') return [one];
    const values = turnedNormals(one.values, toFile);
    return values ? [{ ...one, values }] : [];
  });
  const width = turned.reduce((sum, { size }) => sum + size, 0);
  const values = new Float32Array(width * count);
  let from = 0;
  for (const { size, values: own } of turned) {
    for (let vertex = 0; vertex < count; vertex++)
      for (let c = 0; c < size; c++) values[width * vertex + from + c] = own[size * vertex + c]!;
    from += size;
  }
  return { source: { positions: placed, values, width }, attributes: turned };
}

/** Normals are turned by the inverse of the matrix, transposed; null where the matrix is flat. */
function turnedNormals(normals: Float32Array, matrix: Mat4): Float32Array | null {
  let inverse: Float64Array;
  try {
    inverse = invertAffine(matrix);
  } catch {
    return null;
  }
  const out = new Float32Array(normals.length);
  for (let i = 0; i < normals.length; i += 3)
    for (let row = 0; row < 3; row++) {
      let sum = 0;
      for (let c = 0; c < 3; c++) sum += inverse[4 * row + c]! * normals[i + c]!;
      out[i + row] = sum;
    }
  unitVectors(out);
  return out;
}

/** Normalises the vectors of a flat list; one without a direction is up. */
function unitVectors(vectors: Float32Array): void {
  for (let i = 0; i < vectors.length; i += 3) {
    const length = Math.hypot(vectors[i]!, vectors[i + 1]!, vectors[i + 2]!);
    const isNone = !(length > 0 && length < Infinity);
    for (let c = 0; c < 3; c++) vectors[i + c] = isNone ? Number(c === 1) : vectors[i + c]! / length;
  }
}

function writtenAttributes(
  { positions, values }: ClippedMesh,
  kept: readonly KeptAttribute[],
  boxToFile: Mat4,
): WrittenAttribute[] {
  const count = positions.length / 3;
  const inFile = new Float32Array(3 * count);
  for (let i = 0; i < inFile.length; i += 3)
    inFile.set(transformPoint(boxToFile, [positions[i]!, positions[i + 1]!, positions[i + 2]!]), i);
  const out: WrittenAttribute[] = [{ name: 'POSITION', type: 'VEC3', values: inFile }];
  const width = kept.reduce((sum, { size }) => sum + size, 0);
  let from = 0;
  for (const { name, size } of kept) {
    const own = Float32Array.from({ length: size * count }, (_, i) => {
      return values[width * Math.floor(i / size) + from + (i % size)]!;
    });
    from += size;
    if (name === 'NORMAL') unitVectors(own);
    const isColor = name.startsWith('COLOR_');
    out.push({ name, type: `VEC${size as 2 | 3 | 4}`, values: isColor ? sharesOf(own) : own });
  }
  return out;
}

/** Values of 0 to 1 in 16 bits: values of 8 bits are kept exactly. */
const sharesOf = (values: Float32Array): Uint16Array =>
  Uint16Array.from(values, (value) => Math.round(65_535 * Math.min(1, Math.max(0, value))));

/** The same triangles seen from behind: a reflection reverses the orientation of triangles. */
function turnedAround(corners: Uint32Array): Uint32Array {
  const out = corners.slice();
  for (let i = 0; i + 2 < out.length; i += 3) [out[i + 1], out[i + 2]] = [out[i + 2]!, out[i + 1]!];
  return out;
}
