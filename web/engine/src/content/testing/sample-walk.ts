import type { ForeignJson } from '@overlook/shared/tiles3d';
import type { TileContent } from '../content.ts';
import { parseSample } from './node-platform.ts';

/** Parses every content of a tileset of the sample data, external tilesets included. */
export async function walkTileset(path: string): Promise<{ contents: TileContent[]; external: number }> {
  const parsed = await parseSample(path);
  if (parsed.type === 'content') return { contents: [parsed.content], external: 0 };
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const contents: TileContent[] = [];
  let external = 0;
  for (const uri of contentUris((parsed.tileset.json as ForeignJson)['root'])) {
    const inner = await walkTileset(folder + uri);
    if (uri.endsWith('.json')) external += 1 + inner.external;
    contents.push(...inner.contents);
  }
  return { contents, external };
}

function contentUris(tile: ForeignJson): string[] {
  const own: ForeignJson[] = tile['contents'] ?? (tile['content'] ? [tile['content']] : []);
  const uris = own.map((content) => String(content['uri'] ?? content['url']));
  return [...uris, ...((tile['children'] ?? []) as ForeignJson[]).flatMap(contentUris)];
}

/** What there is to draw in `contents`, instances counted each. */
export function countContents(contents: TileContent[]) {
  const sum = {
    contents: contents.length,
    triangles: 0,
    points: 0,
    features: 0,
    instances: 0,
    textures: 0,
    vertices: 0,
  };
  for (const content of contents) {
    sum.features += content.featureCount;
    sum.textures += content.textures.length;
    for (const primitive of content.primitives) {
      const vertices = primitive.positions.value.length / 3;
      sum.vertices += vertices;
      if (primitive.kind === 'points') sum.points += vertices;
      else {
        const instances = primitive.instances ? primitive.instances.length / 16 : 1;
        if (primitive.instances) sum.instances += instances;
        if (primitive.mode === 4) sum.triangles += ((primitive.indices?.length ?? vertices) / 3) * instances;
      }
    }
  }
  return sum;
}
