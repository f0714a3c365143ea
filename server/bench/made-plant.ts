import { writeFile } from 'node:fs/promises';
import { GlbBuilder } from '@overlook/shared/tiles3d';

/** A mesh under construction: flat xyz (y up, metres), normals, triangles. */
interface Shape {
  positions: number[];
  normals: number[];
  indices: number[];
}

const SIDES = 16;

/** A pipe along x from 0 to `length`. */
function pipe(length: number, radius: number): Shape {
  const shape: Shape = { positions: [], normals: [], indices: [] };
  for (let i = 0; i < SIDES; i++) {
    const [y, z] = [Math.cos((2 * Math.PI * i) / SIDES), Math.sin((2 * Math.PI * i) / SIDES)];
    for (const x of [0, length]) {
      shape.positions.push(x, y * radius, z * radius);
      shape.normals.push(0, y, z);
    }
    const [a, b] = [2 * i, 2 * ((i + 1) % SIDES)];
    shape.indices.push(a, a + 1, b, b, a + 1, b + 1);
  }
  return shape;
}

/** The share `turn` of a whole ring of radius `bend`: elbows, hand wheels. */
function bend(bendRadius: number, radius: number, turn: number, steps: number): Shape {
  const shape: Shape = { positions: [], normals: [], indices: [] };
  for (let i = 0; i <= steps; i++) {
    const a = (2 * Math.PI * turn * i) / steps;
    for (let k = 0; k < SIDES; k++) {
      const b = (2 * Math.PI * k) / SIDES;
      const out = bendRadius + radius * Math.cos(b);
      shape.positions.push(out * Math.sin(a), radius * Math.sin(b), bendRadius - out * Math.cos(a));
      shape.normals.push(Math.cos(b) * Math.sin(a), Math.sin(b), -Math.cos(b) * Math.cos(a));
    }
    if (i === steps) break;
    for (let k = 0; k < SIDES; k++) {
      const [p, q] = [i * SIDES + k, i * SIDES + ((k + 1) % SIDES)];
      shape.indices.push(p, q, p + SIDES, p + SIDES, q, q + SIDES);
    }
  }
  return shape;
}

const join = (...shapes: Shape[]): Shape => {
  const out: Shape = { positions: [], normals: [], indices: [] };
  for (const { positions, normals, indices } of shapes) {
    const first = out.positions.length / 3;
    out.positions.push(...positions);
    out.normals.push(...normals);
    out.indices.push(...indices.map((index) => first + index));
  }
  return out;
};

/** The meshes of a GLB, written in the order of their creation. */
class Meshes {
  readonly glb = new GlbBuilder();
  readonly json: object[] = [];

  add({ positions, normals, indices }: Shape, material: number): number {
    const attributes = {
      POSITION: this.glb.positions(Float32Array.from(positions)),
      NORMAL: this.glb.attribute(Float32Array.from(normals), 'VEC3'),
    };
    const corners = this.glb.indices(indices, positions.length / 3);
    return this.json.push({ primitives: [{ attributes, indices: corners, material }] }) - 1;
  }
}

const COLOURS = [
  [0.6, 0.6, 0.62, 1],
  [0.1, 0.3, 0.7, 1],
  [0.7, 0.15, 0.1, 1],
  [0.8, 0.6, 0.1, 1],
  [0.2, 0.5, 0.25, 1],
];
/** Runs of pipe in a unit, objects in a run: pipes of their own length, elbows, valves with hand wheels, supports. */
const RUNS = 50;
const IN_A_RUN = 100;

/**
 * Writes a plant of about `objects` objects as GLB: units of five thousand on a field, in each a rack of pipe runs on
 * several levels. Half of the objects have a mesh of their own, the other half share a few. Each has a tag and twelve
 * attributes. Always the same for the same number.
 */
export async function writeMadePlant(file: string, objects: number): Promise<void> {
  const meshes = new Meshes();
  const nodes: object[] = [];
  const shared = COLOURS.map((_, material) => ({
    elbow: meshes.add(bend(0.4, 0.15, 0.25, 8), material),
    valve: meshes.add(join(pipe(0.5, 0.25), bend(0.3, 0.03, 1, 24), pipe(0.1, 0.35), bend(0.2, 0.03, 1, 24)), material),
    support: meshes.add(pipe(0.2, 0.3), material),
  }));
  const units: number[] = [];
  for (let unit = 0; unit * RUNS * IN_A_RUN < objects; unit++) units.push(addUnit(unit));
  const root = nodes.push({ name: 'Made plant', children: units }) - 1;
  const materials = COLOURS.map((baseColorFactor) => ({ pbrMetallicRoughness: { baseColorFactor } }));
  const scenes = [{ nodes: [root] }];
  const json = { asset: { version: '2.0' }, scene: 0, scenes, nodes, materials, meshes: meshes.json };
  await writeFile(file, meshes.glb.finish(json));

  function addUnit(unit: number): number {
    const runs = Array.from({ length: RUNS }, (_, run) => addRun(unit, run));
    return nodes.push({ name: `Unit ${100 + unit}`, children: runs }) - 1;
  }

  function addRun(unit: number, run: number): number {
    const [east, north] = [(unit % 5) * 160, Math.floor(unit / 5) * 60];
    const [y, z] = [4 + (run % 5) * 2.5, -(north + Math.floor(run / 5) * 1.2)];
    const material = run % COLOURS.length;
    const children: number[] = [];
    for (let i = 0; i < IN_A_RUN; i++) {
      const x = east + i * 1.5;
      const tag = `${100 + unit}-${String(run).padStart(3, '0')}-${String(i).padStart(4, '0')}`;
      const kind = i % 2 === 0 ? 'PIPE' : (['ELBO', 'VALV', 'SUPP'] as const)[Math.floor(i / 2) % 3]!;
      const mesh =
        kind === 'PIPE'
          ? meshes.add(pipe(1.2 + ((i * 7 + run) % 13) * 0.05, 0.1 + (run % 4) * 0.05), material)
          : shared[material]![kind === 'ELBO' ? 'elbow' : kind === 'VALV' ? 'valve' : 'support'];
      const attributes = { Tag: tag, Type: kind, Spec: `A${run % 7}B`, Area: `WD${unit}`, Bore: 50 * (1 + (run % 4)) };
      const more = { Fluid: ['Water', 'Steam', 'Gas'][run % 3], Insulated: run % 2 === 0, Line: run, Weight: i * 1.5 };
      const last = { Material: 'AISI 316L', Discipline: 'PIPE', Description: `${kind} ${i} of line ${run}` };
      nodes.push({
        name: `${kind} ${tag}`,
        mesh,
        translation: [x, y, z],
        extras: { attributes: { ...attributes, ...more, ...last } },
      });
      children.push(nodes.length - 1);
    }
    return nodes.push({ name: `Line ${100 + unit}-${run}`, children }) - 1;
  }
}
