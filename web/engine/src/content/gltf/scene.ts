import { placedNodes } from '@overlook/shared/gltf';
import { type Float64Mat4, type Mat4, toMat4 } from '@overlook/shared/maths';
import type { JsonNode } from '@overlook/shared/tiles3d';
import type { GltfDocument } from './gltf-document.ts';

/** A node with a mesh. */
export interface MeshNode {
  readonly json: JsonNode;
  readonly mesh: number;
  /** From the node's local frame to the frame of `root`, in double precision. */
  readonly matrix: Float64Mat4;
}

/** The nodes of the default scene that have a mesh, parents first, each with its matrix under `root`. Throws as `placedNodes` does. */
export function placeMeshes({ data }: GltfDocument, root: Mat4): MeshNode[] {
  const placed: MeshNode[] = [];
  for (const { json, matrix } of placedNodes(data.lists, root)) {
    const mesh = json.get('mesh').value as number | undefined;
    if (mesh !== undefined) placed.push({ json, mesh, matrix: toMat4(matrix) });
  }
  return placed;
}
