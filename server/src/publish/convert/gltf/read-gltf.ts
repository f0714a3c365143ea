import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Document, type Node, NodeIO, type Scene } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { MeshoptDecoder } from 'meshoptimizer';
import { Y_UP_TO_Z_UP, multiply } from '@overlook/shared/maths';
import { BadContent } from '../../formats/bad-content.ts';
import type { CadModel, CadPart, CadReader } from '../cad-model.ts';
import { instancesOf } from './node-instances.ts';
import { nodeDetails } from './node-details.ts';
import { PrimitiveReader } from './primitive-reader.ts';

/**
 * Reads a glTF 2.0 file (.glb, .gltf with the files it names): each node is an item, its `extras` are properties, its
 * mesh its shape. A lone root without a mesh that has one child only turns the axes, and is left out. Draco, meshopt,
 * quantisation and instancing are undone; textures become their mean colour; points, lines, skins and morph targets are
 * left out with a warning. glTF's y up becomes z up.
 */
export const readGltfModel: CadReader = async (filePath, onProgress) => {
  const document = await load(filePath);
  const scene = document.getRoot().getDefaultScene() ?? document.getRoot().listScenes()[0];
  if (!scene) throw new BadContent('scenes', 'is empty: there is nothing to show.');
  const order = treeOrder(scene);
  const shapes = await PrimitiveReader.create(document);
  const parts: CadPart[] = [];
  for (const [item, { node }] of order.entries()) {
    const mesh = node.getMesh();
    if (mesh) {
      const toModel = multiply(Y_UP_TO_Z_UP, node.getWorldMatrix());
      for (const { geometry, colour } of shapes.read(mesh))
        for (const matrix of instancesOf(node, toModel)) parts.push({ geometry, item, matrix, colour });
    }
    if (item % 1000 === 0) onProgress({ done: item, total: order.length });
  }
  return modelOf(filePath, order, { geometries: shapes.geometries, parts, warnings: shapes.warnings });
};

/** The package has no types; its decoder goes to glTF-Transform as it is. */
const draco3d = createRequire(import.meta.url)('draco3dgltf') as { createDecoderModule(): Promise<unknown> };

async function load(filePath: string): Promise<Document> {
  if ((await stat(filePath)).size === 0) throw new BadContent('', 'is empty (0 bytes).');
  await MeshoptDecoder.ready;
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
    'draco3d.decoder': await draco3d.createDecoderModule(),
    'meshopt.decoder': MeshoptDecoder,
  });
  // Its warnings are about what is lost when the file is written again, which it is not.
  io.setLogger({ debug() {}, info() {}, warn() {}, error() {} });
  return io.read(filePath).catch((error: Error) => {
    throw new BadContent('', `cannot be read as glTF 2.0: ${firstLine(error.message)}`);
  });
}

const firstLine = (text: string): string => text.split('\n', 1)[0]!.replace(/\.?$/, '.');

interface Placed {
  readonly node: Node;
  readonly parent: number;
}

/** The scene's nodes, each directly before what is below it. */
function treeOrder(scene: Scene): Placed[] {
  const roots = scene.listChildren();
  const [first] = roots;
  const isFrame = roots.length === 1 && !first!.getMesh() && first!.listChildren().length === 1;
  const order: Placed[] = [];
  const pending: Placed[] = (isFrame ? first!.listChildren() : roots).map((node) => ({ node, parent: -1 })).reverse();
  const seen = new Set<Node>();
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (seen.has(next.node)) throw new BadContent(`node “${next.node.getName()}”`, 'stands in the tree twice.');
    seen.add(next.node);
    const parent = order.push(next) - 1;
    for (const node of next.node.listChildren().reverse()) pending.push({ node, parent });
  }
  return order;
}

function modelOf(
  filePath: string,
  order: readonly Placed[],
  { geometries, parts, warnings }: Pick<CadModel, 'geometries' | 'parts' | 'warnings'>,
): CadModel {
  // Taken out of the nodes, which hold on to the whole file.
  const extras = order.map(({ node }) => node.getExtras());
  return {
    name: path.parse(filePath).name,
    toEcef: null,
    tree: {
      names: order.map(({ node }, index) => node.getName() || node.getMesh()?.getName() || `Node ${index}`),
      parents: Int32Array.from(order, ({ parent }) => parent),
      details: (index) => nodeDetails(extras[index]!),
    },
    geometries,
    parts,
    warnings,
  };
}
