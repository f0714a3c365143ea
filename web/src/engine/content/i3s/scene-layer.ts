/**
 * A scene layer package: I3S of version 1.7 and later (OGC 17-014r9) in an archive. Its nodes become tiles, and the geometry of
 * a node with its material becomes a glTF when it is asked for, which is read like that of any tile. Meshes in WGS 84
 * (3DObject and IntegratedMesh layers with node pages) are read; others are refused by name.
 */
import type { ZipArchive } from '@overlook/shared/archives';
import { type JsonNode, parseJson, UnsupportedContentError } from '@overlook/shared/tiles3d';
import { inflate } from '../archives/inflate.ts';
import type { ParsedContent } from '../content.ts';
import type { ParseContext } from '../content-platform.ts';
import { parseGlb } from '../gltf/parse-gltf.ts';
import { checkCrs, heightsOf } from './layer-frame.ts';
import { glbOfNode } from './node-glb.ts';
import { type SceneNode, readNodes, tilesetOfNodes } from './node-tree.ts';

/** Of one file, unpacked: nodes have up to some 100,000 corners. */
const UNPACKED_LARGEST_BYTES = 256 * 1024 * 1024;

const MESHES = ['3DObject', 'IntegratedMesh'];

export interface SceneLayer {
  /** `3dSceneLayer.json`. */
  readonly json: JsonNode;
  readonly nodes: readonly (SceneNode | null)[];
  /** Metres above the ellipsoid of a height of the layer at a place, degrees. */
  readonly ellipsoidal: (latitude: number, longitude: number, heightM: number) => number;
  /** The file, unpacked; null where it is not there. */
  file(path: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Whether it is there, not packed a second time. */
  has(path: string): boolean;
}

export interface OpenSceneLayer {
  readonly notes: readonly string[];
  parse(context: ParseContext): Promise<ParsedContent>;
}

/** Throws ContentError for a package that cannot be shown, whose place begins with the name of its file. */
export async function openSceneLayer(zip: ZipArchive, origin: string): Promise<OpenSceneLayer> {
  const fileOf = async (path: string, signal: AbortSignal | null) => {
    if (zip.has(path)) return zip.read(path, signal);
    if (!zip.has(`${path}.gz`)) return null;
    return inflate(await zip.read(`${path}.gz`, signal), 'gzip', UNPACKED_LARGEST_BYTES, `${zip.name}, ${path}`);
  };
  const file = (path: string) => fileOf(path, null);
  const text = await file('3dSceneLayer.json');
  if (!text) throw new UnsupportedContentError(zip.name, 'It has no 3dSceneLayer.json: it is no scene layer package.');
  const json = parseJson(text, `${zip.name}, 3dSceneLayer.json`, zip.name);
  checkLayer(json, zip.name);
  const { ellipsoidal, notes } = await heightsOf(json, zip.name);
  const layer: SceneLayer = {
    json,
    nodes: await readNodes(json, file, zip.name),
    ellipsoidal,
    file,
    has: (path) => zip.has(path),
  };
  const tileset = tilesetOfNodes(layer, zip.name);
  return {
    notes,
    async parse(context) {
      const index = /^\/nodes\/(\d+)$/.exec(new URL(context.url).pathname)?.[1];
      if (index === undefined) return { type: 'tileset', tileset: { json: tileset } };
      const { glb, warnings } = await glbOfNode(
        { ...layer, file: (path) => fileOf(path, context.signal) },
        Number(index),
        context,
        origin,
      );
      const content = await parseGlb(glb, { ...context, upAxis: 'Z' });
      return { type: 'content', content: { ...content, warnings: [...warnings, ...content.warnings] } };
    },
  };
}

function checkLayer(json: JsonNode, name: string): void {
  const refuse = (reason: string): never => {
    throw new UnsupportedContentError(name, reason);
  };
  const type = json.get('layerType').string();
  if (type === 'PointCloud')
    refuse(
      'It is a layer of points (PointCloud), of which only meshes are read. Drop the LAS or LAZ that it was made of.',
    );
  if (type === 'Building')
    refuse('It is a building scene layer (Building), whose parts are packages of their own; meshes are read.');
  if (!MESHES.includes(type)) refuse(`It is a layer of type ${type}; ${MESHES.join(' and ')} are read.`);
  checkCrs(json, name);
  if (!json.optional('nodePages'))
    refuse(
      'It has no node pages: it is of version 1.6 or older. Packages of version 1.7 and later are read; i3s_converter of Esri makes one of it.',
    );
}
