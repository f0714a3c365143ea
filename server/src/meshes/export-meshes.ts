/**
 * Writes the triangles of a published layer in a box as one GLB. Tiles are read one after another: what is in memory is one tile and the
 * JSON of the file, whose buffer grows on disk.
 */
import { readFile, writeFile } from 'node:fs/promises';
import type { ExportBox } from '@overlook/shared/schemas';
import type { ForeignJson } from '@overlook/shared/tiles3d';
import { ContentReader } from '../publish/contents/content-models.ts';
import { SourceFolder } from '../storage/source-folder.ts';
import { contentMeshes } from './content-meshes.ts';
import { contentsInBoxes } from './contents-in-boxes.ts';
import { exportFrame } from './export-frame.ts';
import { assembleGlb, GlbTooLargeError } from './glb-parts.ts';
import { GlbScene } from './glb-scene.ts';

/** The first step: the parts of the file. */
export interface MeshExport {
  readonly step: 'clip';
  /** Folder of the published version, and that of its index. */
  readonly versionFolder: string;
  readonly indexFolder: string;
  readonly box: ExportBox;
  readonly trianglesMost: number;
  /** Files that are written: the JSON of the document, without the names of the tree, and its binary chunk. */
  readonly jsonPath: string;
  readonly binPath: string;
}

/** The data of the object tree about an object. */
export interface TreeNames {
  readonly name: string;
  readonly path: string;
  readonly guid: string | null;
  readonly tags: readonly string[];
}

/** The second step: the file. */
export interface GlbAssembly extends Pick<MeshExport, 'jsonPath' | 'binPath'> {
  readonly step: 'assemble';
  readonly path: string;
  readonly generator: string;
  /** Name of the root node. */
  readonly title: string;
  /** Of the layer's objects by their numbers. */
  readonly names: ReadonlyMap<number, TreeNames>;
}

/** The content of the box; a refusal names the exceeded limit. */
export type ClippedBox =
  | { readonly triangles: number; readonly layerIds: readonly number[]; readonly refused: null }
  | { readonly refused: 'triangles' | 'objects' | 'bytes' };

/** Objects and meshes of one file: JSON of more would not fit into memory. */
const MESHES_MOST = 100_000;

/** The document after the first step. */
interface KeptDocument {
  readonly document: ForeignJson;
  readonly byteLength: number;
  /** Numbers in the layer of the objects, one a node; null where it has none. */
  readonly layerIds: readonly (number | null)[];
}

/** Clips the tiles that reach into the box. Progress is in tiles. Where nothing is in the box, `triangles` is 0. */
export async function clipMeshes(
  { versionFolder, indexFolder, box, trianglesMost, jsonPath, binPath }: MeshExport,
  onProgress: (progress: { done: number; total: number }) => void = () => {},
): Promise<ClippedBox> {
  const frame = exportFrame(box);
  const scene = new GlbScene(binPath, frame);
  try {
    const contents = await contentsInBoxes(indexFolder, [box]);
    const reader = new ContentReader(new SourceFolder(versionFolder));
    for (const [done, content] of contents.entries()) {
      onProgress({ done, total: contents.length });
      for await (const part of reader.read(content)) {
        if (part.kind === 'points') continue;
        for (const mesh of contentMeshes(part)) scene.add(mesh, part);
        if (scene.triangles > trianglesMost) return { refused: 'triangles' };
        if (scene.meshes > MESHES_MOST) return { refused: 'objects' };
      }
    }
    const { document, layerIds } = scene.finish();
    const kept: KeptDocument = { document, byteLength: scene.byteLength, layerIds };
    await writeFile(jsonPath, JSON.stringify(kept));
    const numbers = new Set(layerIds.filter((id) => id !== null));
    return { triangles: scene.triangles, layerIds: [...numbers], refused: null };
  } catch (error) {
    if (error instanceof GlbTooLargeError) return { refused: 'bytes' };
    throw error;
  } finally {
    scene.close();
  }
}

/** Assembles the parts. Returns the bytes of the file. Throws `GlbTooLargeError`. */
export async function assembleMeshes(work: GlbAssembly): Promise<number> {
  const { jsonPath, binPath, path, generator, title, names } = work;
  const { document, byteLength, layerIds } = JSON.parse(await readFile(jsonPath, 'utf8')) as KeptDocument;
  const nodes = document['nodes'] as ForeignJson[];
  for (const [i, id] of layerIds.entries()) {
    const known = id === null ? undefined : names.get(id);
    if (!known) continue;
    const node = nodes[i]!;
    node['name'] = known.name;
    const { guid, tags } = known;
    const facts = {
      name: known.name,
      path: known.path,
      ...(guid !== null && { guid }),
      ...(tags.length > 0 && { tags }),
    };
    node['extras'] = { ...node['extras'], ...facts };
  }
  document['asset'].generator = generator;
  const rootNode = { name: title, children: nodes.map((_, i) => i) };
  const whole = { ...document, scenes: [{ nodes: [nodes.length] }], scene: 0, nodes: [...nodes, rootNode] };
  return assembleGlb(path, whole, { path: binPath, byteLength });
}
