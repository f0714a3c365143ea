import { MeshoptEncoder } from 'meshoptimizer';
import { boundsCorners } from '../../contents/content-positions.ts';
import { transformAll } from '../../contents/table-positions.ts';
import { linearColours } from '../../formats/linear-colours.ts';
import { type Bounds, boundsOf } from '../../bounds.ts';
import { type Mat4, multiply, translation } from '@overlook/shared/maths';
import { bareColorOf, type BareColors } from '@overlook/shared/point-files';
import { MeshoptGlbBuilder } from '@overlook/shared/tiles3d';
import { type PointGrid, RECORD_WORDS } from '../../../pointclouds/record.ts';
import { type CloudCube, sideOf, type Triple } from './cloud-cube.ts';
import { divideNode } from './divide-node.ts';
import { sideMetres, type TileFrame } from './tile-frame.ts';
import type { TileNode } from './divide-node.ts';

/** Extensions of the tiles, for the tileset to declare. */
export const TILE_EXTENSIONS = ['EXT_meshopt_compression', 'KHR_mesh_quantization'] as const;

/** One map per node is exact to 0.3 mm up to this side, metres (measured): 2^16 units of a millimetre. */
const MAPPED_SIDE_M = 66;
/** Where positions also have to be rounded to 16 bits, both errors together stay below 1 mm up to this side. */
const ROUNDED_SIDE_M = 33;
const STEPS_BITS = 16;
/** Up to 16 km from their middle, floats are rounded by less than 0.5 mm on each axis. */
const FLOATS_SIDE_M = 32_000;

/** Which fields of the records tiles have. */
export interface TileFields {
  readonly color: boolean;
  /** Of points with colour 0, with heights in units of the grid; null where 0 is black. */
  readonly bare: BareColors | null;
  /** Colours use the low bytes of their 16 bits. */
  readonly isColor8Bit: boolean;
  readonly intensity: boolean;
  readonly classification: boolean;
  readonly returns: boolean;
}

/** A tile's file, and the box of its points in the tileset's frame, metres. */
export interface NodeTile {
  readonly glb: Uint8Array;
  readonly bounds: Bounds;
}

interface Positions {
  readonly array: Uint16Array | Float32Array;
  readonly stride: number;
  /** From the array's numbers to the tileset's frame. */
  readonly toTile: Mat4;
  readonly min: number[];
  readonly max: number[];
}

/** z-up as glTF has it, y-up: (x, y, z) becomes (x, z, −y). */
const Z_UP_TO_Y_UP: Mat4 = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1];

/** Writes nodes as GLB: points that move by at most 1 mm, compressed. `MeshoptEncoder` must be ready. */
export class NodeTiles {
  constructor(
    private readonly cube: CloudCube,
    private readonly grid: PointGrid,
    private readonly metresPerUnit: number,
    private readonly frame: TileFrame,
    private readonly fields: TileFields,
  ) {}

  encode(node: TileNode): NodeTile {
    const side = sideMetres(this.cube, this.grid, this.metresPerUnit, node);
    const parts = divideNode(this.cube, node, Math.max(0, Math.ceil(Math.log2(side / FLOATS_SIDE_M))));
    const glb = new MeshoptGlbBuilder(MeshoptEncoder);
    const clouds = parts.map((part) => this.#cloud(glb, part));
    const numbers = [...clouds.keys()];
    const bytes = glb.finish({
      asset: { version: '2.0', generator: 'Overlook' },
      extensionsUsed: TILE_EXTENSIONS,
      extensionsRequired: TILE_EXTENSIONS,
      scene: 0,
      scenes: [{ nodes: numbers }],
      nodes: clouds.map(({ toTile }, mesh) => ({ mesh, matrix: [...multiply(Z_UP_TO_Y_UP, toTile)] })),
      meshes: clouds.map(({ attributes }) => ({ primitives: [{ attributes, mode: 0 }] })),
    });
    return { glb: bytes, bounds: boundsOf(Float64Array.from(clouds.flatMap(({ corners }) => [...corners]))) };
  }

  /** Adds the arrays of a node, or of a part of one. */
  #cloud(glb: MeshoptGlbBuilder, node: TileNode) {
    const { array, stride, toTile, min, max } = this.#positions(node);
    const attributes = {
      POSITION: glb.attribute(array, 'VEC3', { stride, bounds: { min, max } }),
      ...this.#attributes(glb, node),
    };
    return { attributes, toTile, corners: transformAll(boundsCorners(min, max), toTile) };
  }

  #positions(node: TileNode): Positions {
    const units = sideOf(this.cube, node.level);
    const side = sideMetres(this.cube, this.grid, this.metresPerUnit, node);
    if (units <= 2 ** STEPS_BITS && side <= MAPPED_SIDE_M) return this.#steps(node, 1);
    if (side <= ROUNDED_SIDE_M) return this.#steps(node, units / 2 ** STEPS_BITS);
    return this.#floats(node);
  }

  /** Steps from the node's corner: the integers of the source themselves where a step is one unit. */
  #steps({ words, count, level, cell, minimum, maximum }: TileNode, unitsAStep: number): Positions {
    const units = sideOf(this.cube, level);
    const corner = cell.map((value, axis) => this.cube.minimum[axis]! + value * units) as [number, number, number];
    const array = new Uint16Array(4 * count);
    const [x0, y0, z0] = corner;
    for (let i = 0, at = 0; i < array.length; i += 4, at += RECORD_WORDS) {
      array[i] = stepOf(words[at]! - x0, unitsAStep);
      array[i + 1] = stepOf(words[at + 1]! - y0, unitsAStep);
      array[i + 2] = stepOf(words[at + 2]! - z0, unitsAStep);
    }
    const middle = minimum.map((low, axis) => (low + maximum[axis]!) / 2) as [number, number, number];
    const steps = (integers: Triple) => integers.map((value, axis) => stepOf(value - corner[axis]!, unitsAStep));
    return {
      array,
      stride: 8,
      toTile: this.frame.stepsToTile(corner, middle, unitsAStep),
      min: steps(minimum),
      max: steps(maximum),
    };
  }

  /**
   * Metres from the middle of the points, with each point projected exactly, because one affine map is not exact enough
   * for such a large node.
   */
  #floats({ words, count, minimum, maximum }: TileNode): Positions {
    const place = new Float64Array(3);
    const [x, y, z] = minimum.map((low, axis) => (low + maximum[axis]!) / 2) as [number, number, number];
    this.frame.placeOf(x, y, z, place);
    const origin = [place[0]!, place[1]!, place[2]!] as const;
    const array = new Float32Array(3 * count);
    for (let i = 0, at = 0; i < array.length; i += 3, at += RECORD_WORDS) {
      this.frame.placeOf(words[at]!, words[at + 1]!, words[at + 2]!, place);
      for (let axis = 0; axis < 3; axis++) array[i + axis] = place[axis]! - origin[axis]!;
    }
    const bounds = boundsOf(array);
    return { array, stride: 12, toTile: translation(origin), min: bounds.slice(0, 3), max: bounds.slice(3) };
  }

  #attributes(glb: MeshoptGlbBuilder, { words, count }: TileNode): Record<string, number> {
    const { color, bare, isColor8Bit, intensity, classification, returns } = this.fields;
    const bytes = (word: number, shift: number, mask: number) =>
      glb.attribute(byteField(words, count, word, shift, mask), 'SCALAR', { stride: 4 });
    return {
      ...(color && {
        COLOR_0: glb.attribute(colours(words, count, isColor8Bit ? 0 : 8, bare), 'VEC4', { isNormalized: true }),
      }),
      ...(intensity && { _INTENSITY: glb.attribute(intensities(words, count), 'SCALAR', { stride: 4 }) }),
      ...(classification && { _CLASSIFICATION: bytes(4, 0, 0xff) }),
      ...(returns && { _RETURN: bytes(3, 16, 0x0f) }),
    };
  }
}

const stepOf = (units: number, unitsAStep: number): number =>
  unitsAStep === 1 ? units : Math.min(2 ** STEPS_BITS - 1, Math.round(units / unitsAStep));

/** RGBA of the records as light; the byte at `shift` of each 16-bit colour. */
function colours(words: Int32Array, count: number, shift: number, bare: BareColors | null): Uint8Array {
  const rgba = new Uint8Array(4 * count);
  for (let i = 0, at = 0; i < rgba.length; i += 4, at += RECORD_WORDS) {
    rgba[i] = words[at + 7]! >>> (16 + shift);
    rgba[i + 1] = words[at + 8]! >>> shift;
    rgba[i + 2] = words[at + 8]! >>> (16 + shift);
    rgba[i + 3] = 255;
    if (bare && ((words[at + 7]! & 0xffff0000) | words[at + 8]!) === 0)
      rgba.set(bareColorOf(bare, words[at + 3]! & 0xffff, words[at + 4]! & 0xff, words[at + 2]!), i);
  }
  return linearColours(rgba);
}

/** Intensities, each followed by two bytes of padding. */
function intensities(words: Int32Array, count: number): Uint16Array {
  const out = new Uint16Array(2 * count);
  for (let i = 0, at = 3; i < out.length; i += 2, at += RECORD_WORDS) out[i] = words[at]!;
  return out;
}

/** A field of a byte, each value followed by three bytes of padding. */
function byteField(words: Int32Array, count: number, word: number, shift: number, mask: number): Uint8Array {
  const out = new Uint8Array(4 * count);
  for (let i = 0, at = word; i < out.length; i += 4, at += RECORD_WORDS) out[i] = (words[at]! >>> shift) & mask;
  return out;
}
