import type { LitScene } from '../light/scene-light.ts';
import { CAD_COLOURS } from '../plant/palette.ts';
import type { PlantDescription } from '../plant/types.ts';
import type { Detail } from './detail.ts';
import { writeMesh } from './write-mesh.ts';
import { MeshBuffer } from './mesh-buffer.ts';
import type { PlannedTile } from './plan.ts';
import { ONCE, addPatch, shownPatches } from './surface-grid.ts';
import { writeB3dm } from './tables.ts';

/** Flat colours need no vertices but those of the shape. */
const UNLIMITED = Infinity;
/** Normals hide what the baked layers would show: chords may be this much longer. */
const SMOOTH_SHADING = 1.7;

/** A tile of the project layer: lit flat colours, a batch id per object, ids and names in the batch table. */
export function cadTile(scene: LitScene, tile: PlannedTile, detail: Detail): { bytes: Uint8Array; mesh: MeshBuffer } {
  const { plant } = scene;
  const mesh = new MeshBuffer();
  const batches = new Map<number, number>();
  for (const index of tile.parts) {
    const part = plant.parts[index]!;
    if (part.nodeId === null) continue;
    const [r, g, b] = part.cadColour ?? CAD_COLOURS[part.discipline];
    for (const patch of shownPatches(scene, index, detail)) {
      if (!batches.has(part.nodeId)) batches.set(part.nodeId, batches.size);
      const batch = batches.get(part.nodeId)!;
      addPatch(mesh, patch, { tolerance: detail.tolerance * SMOOTH_SHADING, longestEdge: UNLIMITED }, ONCE, (at) => {
        mesh.normals.push3(at[3], at[4], at[5]);
        mesh.features.push(batch);
        return mesh.vertex(at[0], at[1], at[2], r, g, b);
      });
    }
  }
  const nodes = [...batches.keys()];
  const glb = writeMesh(mesh, { isUnlit: false, hasFeatures: true });
  const table = {
    id: nodes,
    name: nodes.map((id) => plant.nodes[id]!.name),
    path: nodes.map((id) => pathOf(plant, id)),
  };
  return { bytes: writeB3dm(glb, nodes.length, table), mesh };
}

/** Names from the root to the node, joined by slashes. */
function pathOf(plant: PlantDescription, id: number): string {
  const node = plant.nodes[id]!;
  return node.parentId === null ? node.name : `${pathOf(plant, node.parentId)}/${node.name}`;
}
