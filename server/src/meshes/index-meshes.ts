/**
 * Finds the positions of the triangles of a published layer by the declarations of its finest tiles, without reading
 * vertices.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from 'node:events';
import { IDENTITY, multiply, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { encodeMeshIndex, MeshIndexBuilder, type MeshPart } from '@overlook/shared/meshes';
import { boundsCorners, instancesOf, normalized } from '../publish/contents/content-positions.ts';
import { type ContentHead, ContentReader, type CutContent } from '../publish/contents/content-models.ts';
import { type Gltf, type GltfPrimitive, visitMeshes } from '../publish/formats/gltf.ts';
import { cutTileset, FINEST } from '../publish/site-plan/tile-cut.ts';
import { dataUriBytes, resolveUri, SourceFolder } from '../storage/source-folder.ts';

export interface IndexRequest {
  /** Folder of the published version. */
  readonly versionFolder: string;
  /** The `tileset.json` or `models.json` below it. */
  readonly entry: string;
  /** Folder for the files; it is made. */
  readonly outFolder: string;
}

/** Files of an index: the parts for estimates, and the contents, a line of JSON each, in the order of their parts. */
export const INDEX_FILES = { parts: 'parts.bin', contents: 'contents.jsonl' } as const;

/** A line of the list of contents. */
export interface IndexedContent extends Omit<CutContent, 'toEcef'> {
  readonly toEcef: readonly number[];
  /** Its parts in the index: the first one, and how many there are. */
  readonly first: number;
  readonly parts: number;
}

/** Parts of one content; one with more of them is one part. */
const PARTS_MOST = 64;

/** Writes the index. Returns how many contents with triangles it has. Throws `ContentError` and `ImportRefusedError` for a damaged layer. */
export async function indexMeshes(
  { versionFolder, entry, outFolder }: IndexRequest,
  onProgress: (done: number) => void = () => {},
): Promise<number> {
  await mkdir(outFolder, { recursive: true });
  const folder = new SourceFolder(versionFolder);
  const reader = new ContentReader(folder);
  const index = new MeshIndexBuilder();
  const list = createWriteStream(join(outFolder, INDEX_FILES.contents));
  let contents = 0;
  for (const [done, content] of (await cutTileset(folder, entry, FINEST)).entries()) {
    onProgress(done);
    const parts = await partsOf(reader, folder, content);
    if (parts.length === 0) continue;
    const line: IndexedContent = {
      ...content,
      toEcef: Array.from(content.toEcef),
      first: index.count,
      parts: parts.length,
    };
    for (const part of parts) index.add(part);
    contents++;
    if (!list.write(`${JSON.stringify(line)}\n`)) await once(list, 'drain');
  }
  list.end();
  await once(list, 'close');
  await writeFile(join(outFolder, INDEX_FILES.parts), encodeMeshIndex(index.finish()));
  return contents;
}

async function partsOf(reader: ContentReader, folder: SourceFolder, content: CutContent): Promise<MeshPart[]> {
  const parts: MeshPart[] = [];
  for await (const part of reader.heads(content)) {
    const found = modelParts(part);
    const textureBytes = found.length === 0 ? 0 : await pictureBytes(part, folder);
    for (const [i, one] of found.entries()) parts.push({ ...one, textureBytes: i === 0 ? textureBytes : 0 });
  }
  return parts.length > PARTS_MOST ? [merged(parts)] : parts;
}

function modelParts({ loaded, places }: ContentHead): Omit<MeshPart, 'textureBytes'>[] {
  const parts: Omit<MeshPart, 'textureBytes'>[] = [];
  visitMeshes(loaded.gltf, (primitives, toGltf, node) => {
    const instances = instancesOf(node, loaded.data);
    for (const primitive of primitives) {
      const counts = countsOf(loaded.gltf, primitive);
      if (!counts) continue;
      for (const place of places)
        for (const instance of instances) {
          const bounds = boundsOf(loaded.gltf, primitive) ?? ANYWHERE;
          parts.push({ ...bounds, toEcef: multiply(place.toEcef, multiply(toGltf, instance)), ...counts });
        }
    }
  });
  return parts;
}

/** The bounds of a content without stated bounds: all around its origin, farther than any site extends. */
const ANYWHERE = { min: [-1e6, -1e6, -1e6], max: [1e6, 1e6, 1e6] } as const;

function boundsOf({ accessors }: Gltf, { attributes }: GltfPrimitive): Pick<MeshPart, 'min' | 'max'> | null {
  const accessor = accessors[attributes['POSITION'] ?? -1];
  if (!accessor?.min || !accessor.max || accessor.size !== 3) return null;
  const [min, max] = [normalized(accessor.min, accessor), normalized(accessor.max, accessor)];
  return { min: [min[0]!, min[1]!, min[2]!], max: [max[0]!, max[1]!, max[2]!] };
}

/** Bytes that an export takes for an index, a position, and each further attribute of a vertex. */
const BYTES = { index: 4, position: 12, normal: 12, texcoord: 8, color: 8 } as const;

/** Null for points, lines and what has no positions. */
function countsOf(
  { accessors }: Gltf,
  { mode, indices, attributes }: GltfPrimitive,
): Pick<MeshPart, 'triangles' | 'meshBytes'> | null {
  const vertices = accessors[attributes['POSITION'] ?? -1]?.count ?? 0;
  const corners = accessors[indices ?? -1]?.count ?? vertices;
  const triangles = mode === 4 ? Math.floor(corners / 3) : mode > 4 ? Math.max(0, corners - 2) : 0;
  if (triangles === 0 || vertices === 0) return null;
  const vertexBytes = Object.keys(attributes).reduce<number>((sum, name) => {
    if (name === 'NORMAL') return sum + BYTES.normal;
    if (name.startsWith('TEXCOORD_')) return sum + BYTES.texcoord;
    return name.startsWith('COLOR_') ? sum + BYTES.color : sum;
  }, BYTES.position);
  return { triangles, meshBytes: triangles * 3 * BYTES.index + vertices * vertexBytes };
}

async function pictureBytes({ loaded: { gltf }, filePath }: ContentHead, folder: SourceFolder): Promise<number> {
  let sum = 0;
  for (const [index, image] of gltf.json.list('images').entries()) {
    const { uri, place } = gltf.images[index]!;
    if (uri === null) sum += gltf.bufferViews[image.get('bufferView').integer()]!.byteLength;
    else {
      const own = dataUriBytes(uri, place);
      const resolved = own ? '' : resolveUri(filePath, uri, place);
      if (own) sum += own.byteLength;
      else if (await folder.has(resolved)) sum += (await folder.look(resolved, place)).sizeBytes;
    }
  }
  return sum;
}

/** One part with the counts of all, in a box along the axes of ECEF. */
function merged(parts: readonly MeshPart[]): MeshPart {
  const [min, max]: [Vec3, Vec3] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (const part of parts) {
    const corners = boundsCorners(Array.from(part.min), Array.from(part.max));
    for (let i = 0; i < corners.length; i += 3) {
      const corner = transformPoint(part.toEcef, [corners[i]!, corners[i + 1]!, corners[i + 2]!]);
      for (const axis of [0, 1, 2] as const) {
        min[axis] = Math.min(min[axis], corner[axis]);
        max[axis] = Math.max(max[axis], corner[axis]);
      }
    }
  }
  const sum = (of: 'triangles' | 'meshBytes' | 'textureBytes') => parts.reduce((all, part) => all + part[of], 0);
  return {
    min,
    max,
    toEcef: IDENTITY,
    triangles: sum('triangles'),
    meshBytes: sum('meshBytes'),
    textureBytes: sum('textureBytes'),
  };
}
