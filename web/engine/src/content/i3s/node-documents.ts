/** The nodes of I3S 1.6 and older, a document each (Esri i3s-spec 1.6, "3D Node Index Document"). */
import { JsonNode, parseJson, UnsupportedContentError } from '@overlook/shared/tiles3d';
import { acrossOf, DEEPEST, NODES_LARGEST, noTree, readBox } from './node-tree.ts';
import type { NodeSource, SceneLayer, SceneNode } from './scene.ts';
import { pathFrom, present } from './references.ts';
import { geometryOfSchema } from './schema-geometry.ts';
import { readSharedResource } from './shared-resource.ts';

/** Of a document, unpacked: some 250 bytes for each child and neighbour. */
const DOCUMENT_LARGEST_BYTES = 16 * 1024 * 1024;
/** Documents that are read at once: each is a request of a package on a server. */
const AT_ONCE = 16;

/** Nodes are read when they are asked for. Throws ContentError for a layer that names no root. */
export function nodeDocuments(layer: JsonNode, layerFile: SceneLayer['file'], name: string): NodeSource {
  const reference = present(layer, 'store')?.optional('rootNode');
  if (!reference)
    throw new UnsupportedContentError(name, 'It has neither node pages (I3S 1.7) nor a root node (1.6 and older).');
  const root = pathFrom('', reference.string(), name);
  const node: NodeSource['node'] = async (key, file) => {
    const path = `${key}/3dNodeIndexDocument.json`;
    const bytes = await file(path, DOCUMENT_LARGEST_BYTES);
    return bytes && readNode(parseJson(bytes, `${name}, ${path}`, name), key, name, path);
  };
  return {
    root,
    node,
    tree: () => readTree(root, (key) => node(key, layerFile), name),
    async mesh(key, mesh, sceneLayer, context, origin) {
      const folder = `${key}/`;
      const shared = await readSharedResource(mesh, folder, sceneLayer, origin);
      const [geometry] = present(mesh, 'geometryData')!.items() as [JsonNode];
      const path = pathFrom(folder, geometry.get('href').string(), name);
      return {
        geometry: await geometryOfSchema(sceneLayer, path, shared, `${context.name}, ${path}`),
        material: shared.material,
      };
    },
  };
}

/** Level by level, so that their number and depth are known before the next level is read. */
async function readTree(
  root: string,
  read: (key: string) => Promise<SceneNode | null>,
  name: string,
): Promise<ReadonlyMap<string, SceneNode | null>> {
  const nodes = new Map<string, SceneNode | null>();
  let level = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (nodes.size + level.length > NODES_LARGEST)
      throw new UnsupportedContentError(name, `It has more than ${NODES_LARGEST} nodes.`);
    const next: string[] = [];
    for (let at = 0; at < level.length; at += AT_ONCE) {
      const keys = level.slice(at, at + AT_ONCE);
      for (const [i, found] of (await Promise.all(keys.map(read))).entries()) {
        const key = keys[i]!;
        if (nodes.has(key) || depth > DEEPEST) throw noTree(name, key);
        nodes.set(key, found);
        for (const child of found?.children ?? []) next.push(child);
      }
    }
    level = next;
  }
  return nodes;
}

function readNode(document: JsonNode, key: string, name: string, path: string): SceneNode {
  const obb = present(document, 'obb');
  const box = obb && readBox(obb);
  const sphere = present(document, 'mbs')?.numbers(4);
  if (!sphere && !box) document.fail('has neither mbs nor obb.');
  const [x = 0, y = 0, z = 0, radiusM = 0] = sphere ?? [...box!.center, Math.hypot(...box!.halfSize)];
  const hasMesh = (present(document, 'geometryData')?.items().length ?? 0) > 0;
  return {
    center: [x, y, z],
    radiusM,
    box,
    acrossPx: acrossPxOf(document),
    children: (present(document, 'children')?.items() ?? []).map((child) =>
      pathFrom(`${key}/`, child.get('href').string(), name),
    ),
    mesh: hasMesh ? meshOf(document, `${name}, ${path}`) : null,
  };
}

/** What a mesh is read by. The rest of a document, with its children and neighbours, is not kept for each node of the tree. */
function meshOf(document: JsonNode, where: string): JsonNode {
  const kept = ['sharedResource', 'geometryData', 'textureData'].map((key) => [key, document.get(key).value] as const);
  return new JsonNode(Object.fromEntries(kept), null, where);
}

function acrossPxOf(document: JsonNode): number {
  const metrics = present(document, 'lodSelection')?.items() ?? [];
  const valueOf = (type: string) =>
    metrics
      .find((metric) => metric.get('metricType').value === type)
      ?.get('maxError')
      .number();
  return valueOf('maxScreenThreshold') ?? acrossOf(valueOf('maxScreenThresholdSQ') ?? 0);
}
