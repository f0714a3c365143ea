import path from 'node:path';
import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { GltfData, nameOf, type PlacedNode, readInstances } from '@overlook/shared/gltf';
import { type Mat4, multiply, toMat4, Y_UP_TO_Z_UP } from '@overlook/shared/maths';
import { ContentError, MalformedContentError } from '@overlook/shared/tiles3d';
import { quoted } from '../../object-tree/tree-format.ts';
import type { CadModel, CadPart, CadReader } from '../cad-model.ts';
import { LeftOut } from '../left-out.ts';
import { assertReadable } from './gltf-extensions.ts';
import { GltfFile } from './gltf-file.ts';
import { MaterialColours } from './material-colours.ts';
import { nodeDetails } from './node-details.ts';
import { nodesInOrder } from './node-tree.ts';
import { PrimitiveReader } from './primitive-reader.ts';

/** Largest number of shapes of a file, counting each use; a file that refers to itself many times would have more. */
const MOST_PARTS = 20_000_000;
const PROGRESS_EVERY = 1000;
/** Arrays that are cached: enough for a mesh that many primitives share; a file may have more than fit into memory. */
const KEPT = 8;

/**
 * Reads a glTF 2.0 file (.glb, .gltf with files of its own folder): each node is an item, its `extras` are properties, its mesh
 * its shape. Draco, meshopt, quantisation, sparse accessors and instancing are undone; textures become their mean colour; points,
 * lines and shapes that are damaged are left out with a warning; skins and morph targets stay in their first shape. glTF's y up
 * becomes z up. Properties are read from the file's text when `tree.details` requests them. Throws `ContentError`.
 */
export const readGltfModel: CadReader = async (filePath, onProgress) => {
  await MeshoptDecoder.ready;
  const file = await GltfFile.open(filePath);
  try {
    assertReadable(file.json);
    return await readModel(file, path.parse(filePath).name, onProgress);
  } finally {
    file.close();
  }
};

async function readModel(file: GltfFile, name: string, onProgress: Parameters<CadReader>[1]): Promise<CadModel> {
  const total = file.json.count('nodes');
  const data = new GltfData(file.json, { bytes: file.bytes, meshopt: MeshoptDecoder, kept: KEPT });
  const left = new LeftOut();
  const colours = await MaterialColours.read(file, data);
  const shapes = new PrimitiveReader(file, data, colours, left);
  const [names, parents, numbers]: [string[], number[], number[]] = [[], [], []];
  const parts: CadPart[] = [];
  for (const node of nodesInOrder(file)) {
    const item = names.length;
    if (item % PROGRESS_EVERY === 0) onProgress({ done: item, total });
    names.push(itemName(file, node, item));
    parents.push(node.parent);
    numbers.push(node.index);
    await inNode(names[item]!, async () => {
      const mesh = node.json.optional('mesh');
      if (!mesh) return;
      const found = await shapes.read(mesh, names[item]!);
      if (found.length === 0) return;
      const places = placesOf(node, data);
      if (parts.length + found.length * places.length > MOST_PARTS)
        throw new MalformedContentError(
          '',
          `brings the model to more than ${MOST_PARTS} shapes, which is more than can be converted.`,
        );
      for (const { geometry, colour } of found)
        for (const matrix of places) parts.push({ geometry, item, matrix, colour });
    });
  }
  return {
    name,
    toEcef: null,
    tree: {
      names,
      parents: Int32Array.from(parents),
      details: (index) => nodeDetails(extrasOf(file, numbers[index]!)),
    },
    geometries: shapes.geometries,
    parts,
    warnings: [...left.warnings, ...shapes.warnings, ...colours.warnings],
  };
}

function itemName({ json }: GltfFile, { json: node }: PlacedNode, item: number): string {
  const own = nameOf(node);
  if (own !== null) return own;
  const mesh = node.optional('mesh');
  return (mesh && nameOf(json.entry('meshes', mesh.index(json.count('meshes'), 'meshes')))) ?? `Node ${item}`;
}

/** The matrices of a node's mesh, z up: one, or one per instance. */
function placesOf({ json, matrix }: PlacedNode, data: GltfData): Mat4[] {
  const toModel = multiply(Y_UP_TO_Z_UP, matrix);
  const instances = readInstances(json, data);
  if (!instances) return [toModel];
  return Array.from({ length: instances.length / 16 }, (_, i) => multiply(toModel, toMat4(instances, 16 * i)));
}

/** Runs a step for a node; errors get its name before their place. */
async function inNode(name: string, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    throw new MalformedContentError([quoted(name), error.place].filter(Boolean).join(', '), error.reason);
  }
}

function extrasOf({ json }: GltfFile, node: number): Readonly<Record<string, unknown>> {
  const extras = json.entry('nodes', node).optional('extras');
  return extras?.isObject ? (extras.value as Record<string, unknown>) : {};
}
