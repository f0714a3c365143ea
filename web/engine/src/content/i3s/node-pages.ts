/** The nodes of I3S 1.7 and later, many in each page (OGC 17-014r9, "Node pages"). */
import { type JsonNode, MalformedContentError, parseJson, UnsupportedContentError } from '@overlook/shared/tiles3d';
import { geometryOfDefinition } from './node-geometry.ts';
import { materialOf } from './node-material.ts';
import { acrossOf, NODES_LARGEST, readBox } from './node-tree.ts';
import type { NodeSource, SceneLayer, SceneNode } from './scene.ts';

/** Reads all pages. Throws ContentError. */
export async function pagedNodes(layer: JsonNode, file: SceneLayer['file'], name: string): Promise<NodeSource> {
  const isArea = layer.get('nodePages').optional('lodSelectionMetricType')?.value === 'maxScreenThresholdSQ';
  // A page may have null in place of a node.
  const nodes = new Map<string, SceneNode | null>();
  for (let page = 0; ; page++) {
    const bytes = await file(`nodepages/${page}.json`);
    if (!bytes) break;
    const json = parseJson(bytes, `${name}, nodepages/${page}.json`, name);
    for (const node of json.get('nodes').items())
      nodes.set(keyOf(nodes.size), node.isObject ? readNode(node, isArea) : null);
    if (nodes.size > NODES_LARGEST) throw new UnsupportedContentError(name, `It has more than ${NODES_LARGEST} nodes.`);
  }
  if (nodes.size === 0) throw new MalformedContentError(name, 'It has no nodes.');
  return {
    root: keyOf(0),
    node: async (key) => nodes.get(key) ?? null,
    tree: async () => nodes,
    mesh: async (_key, mesh, sceneLayer, context, origin) => ({
      geometry: await geometryOfDefinition(sceneLayer, mesh, context),
      material: materialOf(sceneLayer, mesh, origin),
    }),
  };
}

const keyOf = (index: number): string => `nodes/${index}`;

function readNode(node: JsonNode, isArea: boolean): SceneNode {
  const box = readBox(node.get('obb'));
  const threshold = node.optional('lodThreshold')?.number() ?? 0;
  return {
    center: box.center,
    radiusM: Math.hypot(...box.halfSize),
    box,
    acrossPx: isArea ? acrossOf(threshold) : threshold,
    children: node.list('children').map((child) => keyOf(child.integer())),
    mesh: node.optional('mesh'),
  };
}
