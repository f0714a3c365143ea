/**
 * Writes a LAS file as the octree that Potree 2 reads: metadata.json, hierarchy.bin and octree.bin, uncompressed. Each node
 * keeps at most one point in each of 128³ cells, as PotreeConverter does when it samples at random; the rest go to its children.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Cells along a side of a node; the spacing of a node is its side by this. */
const CELLS = 128;
/** Nodes with no more points are not divided. */
const LEAF_MOST = 10_000;
const DEEPEST = 16;
/** Position as three int32, colour as three uint16. */
const POINT_BYTES = 18;
const HIERARCHY_BYTES = 22;
const SCALE = 0.001;
/** Point formats of LAS 1.4 with colours, and where these are in a record. */
const COLOR_OFFSETS: Readonly<Record<number, number>> = { 2: 20, 3: 28, 7: 30, 8: 30 };

interface Node {
  /** Of the points of the cloud; kept in this node. */
  own: Uint32Array;
  readonly children: Map<number, Node>;
}

interface Cloud {
  readonly count: number;
  /** Metres, flat xyz. */
  readonly positions: Float64Array;
  /** 16 bits, flat rgb. */
  readonly colors: Uint16Array;
}

async function readLas(file: string): Promise<Cloud> {
  const bytes = await readFile(file);
  const format = bytes.readUInt8(104);
  const colorAt = COLOR_OFFSETS[format];
  if (colorAt === undefined) throw new Error(`Points of format ${format} have no colours.`);
  const [first, stride] = [bytes.readUInt32LE(96), bytes.readUInt16LE(105)];
  const count = bytes.readUInt8(25) >= 4 ? Number(bytes.readBigUInt64LE(247)) : bytes.readUInt32LE(107);
  const scale = [0, 1, 2].map((axis) => bytes.readDoubleLE(131 + 8 * axis));
  const offset = [0, 1, 2].map((axis) => bytes.readDoubleLE(155 + 8 * axis));
  const positions = new Float64Array(3 * count);
  const colors = new Uint16Array(3 * count);
  for (let i = 0; i < count; i++) {
    const at = first + i * stride;
    for (let axis = 0; axis < 3; axis++) {
      positions[3 * i + axis] = bytes.readInt32LE(at + 4 * axis) * scale[axis]! + offset[axis]!;
      colors[3 * i + axis] = bytes.readUInt16LE(at + colorAt + 2 * axis);
    }
  }
  return { count, positions, colors };
}

/** The same order on every run (linear congruential, Numerical Recipes). */
function shuffled(count: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  let state = 1;
  for (let i = count - 1; i > 0; i--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const j = state % (i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

const taken = new Uint8Array(CELLS ** 3);

/** Divides points among a node and its children; `min` and `side` are of its cube, metres. */
function divide({ positions }: Cloud, points: Uint32Array, min: readonly number[], side: number, depth: number): Node {
  if (points.length <= LEAF_MOST || depth === DEEPEST) return { own: points, children: new Map() };
  taken.fill(0);
  const own: number[] = [];
  const rest: number[][] = Array.from({ length: 8 }, () => []);
  for (const point of points) {
    let [cell, octant] = [0, 0];
    for (let axis = 0; axis < 3; axis++) {
      const along = (positions[3 * point + axis]! - min[axis]!) / side;
      cell = cell * CELLS + Math.min(CELLS - 1, Math.max(0, Math.floor(along * CELLS)));
      octant = 2 * octant + (along >= 0.5 ? 1 : 0);
    }
    if (taken[cell]) rest[octant]!.push(point);
    else {
      taken[cell] = 1;
      own.push(point);
    }
  }
  const children = new Map<number, Node>();
  rest.forEach((inside, octant) => {
    if (inside.length === 0) return;
    const corner = min.map((value, axis) => value + ((octant >> (2 - axis)) & 1) * (side / 2));
    children.set(octant, divide({ positions } as Cloud, Uint32Array.from(inside), corner, side / 2, depth + 1));
  });
  return { own: Uint32Array.from(own), children };
}

/** Writes the cloud of a LAS file to a folder, in metres as they are. Returns the number of points. */
export async function writeOctree(lasFile: string, folder: string): Promise<number> {
  const cloud = await readLas(lasFile);
  const { count, positions, colors } = cloud;
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  positions.forEach((value, i) => {
    min[i % 3] = Math.min(min[i % 3]!, value);
    max[i % 3] = Math.max(max[i % 3]!, value);
  });
  const side = Math.max(...max.map((value, axis) => value - min[axis]!));
  const nodes = [divide(cloud, shuffled(count), min, side, 0)];
  // Children of a node follow each other, level by level.
  for (let i = 0; i < nodes.length; i++) {
    const { children } = nodes[i]!;
    for (const octant of [...children.keys()].toSorted((a, b) => a - b)) nodes.push(children.get(octant)!);
  }
  const hierarchy = Buffer.alloc(HIERARCHY_BYTES * nodes.length);
  const octree = Buffer.alloc(POINT_BYTES * count);
  let at = 0;
  nodes.forEach(({ own, children }, i) => {
    const row = HIERARCHY_BYTES * i;
    hierarchy.writeUInt8(children.size > 0 ? 0 : 1, row);
    hierarchy.writeUInt8(
      [...children.keys()].reduce((mask, octant) => mask | (1 << octant), 0),
      row + 1,
    );
    hierarchy.writeUInt32LE(own.length, row + 2);
    hierarchy.writeBigUInt64LE(BigInt(at), row + 6);
    hierarchy.writeBigUInt64LE(BigInt(own.length * POINT_BYTES), row + 14);
    for (const point of own) {
      for (let axis = 0; axis < 3; axis++) {
        octree.writeInt32LE(Math.round((positions[3 * point + axis]! - min[axis]!) / SCALE), at + 4 * axis);
        octree.writeUInt16LE(colors[3 * point + axis]!, at + 12 + 2 * axis);
      }
      at += POINT_BYTES;
    }
  });
  const cubeMax = min.map((value) => value + side);
  const metadata = {
    version: '2.0',
    name: 'cloud',
    description: '',
    points: count,
    projection: '',
    hierarchy: { firstChunkSize: hierarchy.length, stepSize: DEEPEST, depth: DEEPEST },
    offset: min,
    scale: [SCALE, SCALE, SCALE],
    spacing: side / CELLS,
    boundingBox: { min, max: cubeMax },
    encoding: 'DEFAULT',
    attributes: [
      { name: 'position', description: '', size: 12, numElements: 3, elementSize: 4, type: 'int32', min, max },
      {
        name: 'rgb',
        description: '',
        size: 6,
        numElements: 3,
        elementSize: 2,
        type: 'uint16',
        min: [0, 0, 0],
        max: [65_535, 65_535, 65_535],
      },
    ],
  };
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'metadata.json'), JSON.stringify(metadata));
  await writeFile(path.join(folder, 'hierarchy.bin'), hierarchy);
  await writeFile(path.join(folder, 'octree.bin'), octree);
  return count;
}
