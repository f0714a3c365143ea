/**
 * A scene layer package: I3S in an archive, of version 1.7 and later (OGC 17-014r9) or older (Esri i3s-spec 1.6). Its nodes become
 * tiles, and the geometry of a node with its material becomes a glTF when it is asked for, which is read like that of any tile.
 * Meshes in WGS 84 (3DObject and IntegratedMesh layers, and buildings of these) are read; others are refused by name.
 */
import type { ZipArchive } from '@overlook/shared/archives';
import { type JsonNode, MalformedContentError, parseJson, UnsupportedContentError } from '@overlook/shared/tiles3d';
import { inflate } from '../archives/inflate.ts';
import type { ParsedContent } from '../content.ts';
import type { ParseContext } from '../content-platform.ts';
import { parseGlb } from '../gltf/parse-gltf.ts';
import { partsOfBuilding } from './building-layer.ts';
import { checkCrs, heightsOf } from './layer-frame.ts';
import { nodeDocuments } from './node-documents.ts';
import { glbOfNode } from './node-glb.ts';
import { pagedNodes } from './node-pages.ts';
import { rootTileOf, tilesetOf } from './node-tree.ts';
import { present } from './references.ts';
import type { SceneLayer } from './scene.ts';

/** Of one file, unpacked: nodes have up to some 100,000 corners. */
const UNPACKED_LARGEST_BYTES = 256 * 1024 * 1024;
const MESHES = ['3DObject', 'IntegratedMesh'];
const LAYER_FILE = '3dSceneLayer.json';

export interface OpenSceneLayer {
  readonly notes: readonly string[];
  parse(context: ParseContext): Promise<ParsedContent>;
}

/** Throws ContentError for a package that cannot be shown, whose place begins with the name of its file. */
export async function openSceneLayer(zip: ZipArchive, origin: string): Promise<OpenSceneLayer> {
  const json = await readLayerFile(zip, '');
  const isBuilding = json.get('layerType').value === 'Building';
  const { folders, notes: ofParts } = isBuilding ? partsOfBuilding(json, zip.name) : { folders: [''], notes: [] };
  const layers: SceneLayer[] = [];
  const notes = new Set<string>(ofParts);
  for (const folder of folders) {
    const opened = await openLayer(zip, folder, isBuilding ? await readLayerFile(zip, folder) : json, json);
    layers.push(opened.layer);
    for (const note of opened.notes) notes.add(note);
  }
  return {
    notes: [...notes],
    async parse(context) {
      const path = decodeURIComponent(new URL(context.url).pathname.slice(1));
      if (path === 'tileset.json') {
        const roots = [];
        for (const layer of layers) roots.push(await rootTileOf(layer));
        return { type: 'tileset', tileset: { json: tilesetOf(roots) } };
      }
      const layer = layers.find(({ folder }) => path.startsWith(folder));
      if (!layer) throw new MalformedContentError(context.name, 'No layer of the package has it.');
      const file = fileReader(zip, layer.folder, context.signal);
      const address = layer.folder ? `${origin}/${layer.folder.slice(0, -1)}` : origin;
      const { glb, warnings } = await glbOfNode({ ...layer, file }, path.slice(layer.folder.length), context, address);
      const content = await parseGlb(glb, { ...context, upAxis: 'Z' });
      return { type: 'content', content: { ...content, warnings: [...warnings, ...content.warnings] } };
    },
  };
}

/** `whole`: what says the coordinate system where a part of a building does not. */
async function openLayer(
  zip: ZipArchive,
  folder: string,
  json: JsonNode,
  whole: JsonNode,
): Promise<{ readonly layer: SceneLayer; readonly notes: readonly string[] }> {
  const name = nameOf(zip, folder);
  checkType(json, name);
  const frame = present(json, 'spatialReference') ? json : whole;
  checkCrs(frame, name);
  const { ellipsoidal, notes } = await heightsOf(frame, name);
  const file = fileReader(zip, folder, null);
  const source = present(json, 'nodePages') ? await pagedNodes(json, file, name) : nodeDocuments(json, file, name);
  const has = (path: string) => zip.has(folder + path);
  return { layer: { name, folder, json, source, ellipsoidal, file, has }, notes };
}

const nameOf = ({ name }: ZipArchive, folder: string): string => (folder ? `${name}, ${folder.slice(0, -1)}` : name);

async function readLayerFile(zip: ZipArchive, folder: string): Promise<JsonNode> {
  const name = nameOf(zip, folder);
  const text = await fileReader(zip, folder, null)(LAYER_FILE);
  if (!text) throw new UnsupportedContentError(name, `It has no ${LAYER_FILE}: it is no scene layer package.`);
  return parseJson(text, `${name}, ${LAYER_FILE}`, name);
}

const fileReader =
  (zip: ZipArchive, folder: string, signal: AbortSignal | null): SceneLayer['file'] =>
  async (inFolder, mostBytes = UNPACKED_LARGEST_BYTES) => {
    const path = folder + inFolder;
    if (zip.has(path)) return zip.read(path, signal);
    if (!zip.has(`${path}.gz`)) return null;
    return inflate(await zip.read(`${path}.gz`, signal), 'gzip', mostBytes, `${zip.name}, ${path}`);
  };

function checkType(json: JsonNode, name: string): void {
  const type = json.get('layerType').string();
  if (type === 'PointCloud')
    throw new UnsupportedContentError(
      name,
      'It is a layer of points (PointCloud, compressed by LEPCC), which is not read. Drop the LAS or LAZ that it was made of.',
    );
  if (!MESHES.includes(type))
    throw new UnsupportedContentError(name, `It is a layer of type ${type}; ${MESHES.join(' and ')} are read.`);
}
