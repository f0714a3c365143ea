import type { Document, Material, Mesh, Primitive } from '@gltf-transform/core';
import sharp from 'sharp';
import type { CadColour, CadGeometry } from '../cad-model.ts';
import { displayColour, displayColours } from './display-colours.ts';
import { flatNormals } from './flat-normals.ts';
import { triangleCorners } from './triangle-corners.ts';

interface Shape {
  /** Index of the geometry. */
  readonly geometry: number;
  readonly colour: CadColour;
}

const WHITE: CadColour = [255, 255, 255, 255];

/** Turns primitives into geometries, each once however many nodes show it. */
export class PrimitiveReader {
  readonly geometries: CadGeometry[] = [];
  readonly #known = new Map<Mesh, Shape[]>();
  readonly #left = new Map<string, number>();

  private constructor(private readonly meanColours: ReadonlyMap<Material, CadColour>) {}

  /** Looks at all textures first: their mean colours stand for them. */
  static async create(document: Document): Promise<PrimitiveReader> {
    const colours = new Map<Material, CadColour>();
    for (const material of document.getRoot().listMaterials()) colours.set(material, await meanColour(material));
    return new PrimitiveReader(colours);
  }

  /** What was left out, one sentence each. */
  get warnings(): string[] {
    return [...this.#left].map(([what, count]) => `${count} ${what}`);
  }

  read(mesh: Mesh): Shape[] {
    const known = this.#known.get(mesh);
    if (known) return known;
    const shapes = mesh.listPrimitives().flatMap((primitive) => this.#read(primitive) ?? []);
    this.#known.set(mesh, shapes);
    return shapes;
  }

  #read(primitive: Primitive): Shape | null {
    const position = primitive.getAttribute('POSITION');
    const corners = position && triangleCorners(primitive, position.getCount());
    if (!corners) {
      this.#leaveOut('meshes of points or lines are not shown.');
      return null;
    }
    if (primitive.listTargets().length > 0 || primitive.getAttribute('JOINTS_0'))
      this.#leaveOut('meshes with skins or morph targets are shown in their first shape.');
    const positions = floats(position.getCount(), 3, (i, out) => position.getElement(i, out));
    const normal = primitive.getAttribute('NORMAL');
    const tint = primitive.getAttribute('COLOR_0');
    const shape: CadGeometry = {
      positions,
      normals: normal ? floats(normal.getCount(), 3, (i, out) => normal.getElement(i, out)) : new Float32Array(0),
      indices: corners,
      colours: tint && displayColours(floats(tint.getCount(), 4, (i, out) => withAlpha(tint.getElement(i, out)))),
    };
    const colour = this.meanColours.get(primitive.getMaterial()!) ?? WHITE;
    return { geometry: this.geometries.push(normal ? shape : flatNormals(shape)) - 1, colour };
  }

  #leaveOut(what: string): void {
    this.#left.set(what, (this.#left.get(what) ?? 0) + 1);
  }
}

function floats(count: number, size: number, read: (index: number, out: number[]) => number[]): Float32Array {
  const out = new Float32Array(count * size);
  const element = Array.from({ length: size }, () => 0);
  for (let i = 0; i < count; i++) out.set(read(i, element), i * size);
  return out;
}

/** Vertex colours may come without alpha. */
function withAlpha(colour: number[]): number[] {
  return colour.length === 3 ? [...colour, 1] : colour;
}

/** A material's base colour, multiplied with the mean of its texture. A picture that cannot be read counts as white. */
async function meanColour(material: Material): Promise<CadColour> {
  const alpha = material.getAlphaMode() === 'BLEND' ? material.getAlpha() : 1;
  const [r, g, b] = displayColour(material.getBaseColorFactor());
  const image = material.getBaseColorTexture()?.getImage();
  const mean = image ? await meanOfImage(image) : [255, 255, 255];
  return [r * mean[0]!, g * mean[1]!, b * mean[2]!, alpha * 255 * 255].map((value) =>
    Math.round(value / 255),
  ) as unknown as CadColour;
}

async function meanOfImage(image: Uint8Array): Promise<number[]> {
  try {
    const { channels } = await sharp(image).toColourspace('srgb').removeAlpha().stats();
    return [0, 1, 2].map((i) => (channels[i] ?? channels[0]!).mean);
  } catch {
    // KTX2 and damaged pictures: the shape matters more than its colour.
    return [255, 255, 255];
  }
}
