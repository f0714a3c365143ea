import { type PlacedNode, placedNodes, sceneRoots } from '@overlook/shared/gltf';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import type { GltfFile } from './gltf-file.ts';

/**
 * The nodes of a file's scene, each directly before its descendants; the caller numbers them from 0 in this order. A
 * single root without a mesh that has one child only rotates the axes, and is omitted. Throws `ContentError`.
 */
export function* nodesInOrder({ json }: GltfFile): Generator<PlacedNode, void> {
  if (json.count('scenes') === 0) throw new MalformedContentError('scenes', 'is empty: there is nothing to show.');
  const omitted = onlyRotates(json) ? 1 : 0;
  let place = 0;
  for (const node of placedNodes(json)) if (place++ >= omitted) yield { ...node, parent: node.parent - omitted };
}

function onlyRotates(json: GltfFile['json']): boolean {
  const [root, ...others] = sceneRoots(json);
  if (root === undefined || others.length > 0) return false;
  const node = json.entry('nodes', root);
  return !node.optional('mesh') && node.list('children').length === 1;
}
