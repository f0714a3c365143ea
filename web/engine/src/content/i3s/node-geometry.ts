/** The geometry of a node of I3S 1.7 and later: its plain buffer, or the Draco stream of that (OGC 17-014r9, "Geometry buffer"). */
import { type JsonNode, MalformedContentError, UnsupportedContentError } from '@overlook/shared/tiles3d';
import type { ParseContext } from '../content-platform.ts';
import { guardDecoder } from '../decoder-crash.ts';
import { layoutOfBuffer, plainGeometry } from './plain-geometry.ts';
import type { NodeGeometry, SceneLayer } from './scene.ts';

/** Throws ContentError for one that is damaged, missing, or stored in another way. */
export async function geometryOfDefinition(
  layer: SceneLayer,
  mesh: JsonNode,
  context: ParseContext,
): Promise<NodeGeometry> {
  const geometry = mesh.get('geometry');
  const definitions = layer.json.list('geometryDefinitions');
  const definition = definitions[geometry.get('definition').index(definitions.length, 'geometry definitions')]!;
  const folder = `nodes/${geometry.get('resource').integer()}/geometries`;
  const buffers = definition.get('geometryBuffers').items();
  const where = `${context.name}, ${folder}`;
  for (const [i, buffer] of buffers.entries()) {
    if (buffer.optional('compressedAttributes')) continue;
    const bytes = await layer.file(`${folder}/${i}.bin`);
    if (bytes) return plainGeometry(bytes, layoutOfBuffer(buffer), where);
  }
  for (const [i, buffer] of buffers.entries()) {
    if (buffer.optional('compressedAttributes')?.get('encoding').value !== 'draco') continue;
    const bytes = await layer.file(`${folder}/${i}.draco`);
    if (bytes) return dracoGeometry(bytes, context, where);
  }
  throw new UnsupportedContentError(where, 'It has neither a plain geometry nor one of Draco.');
}

async function dracoGeometry(
  bytes: Uint8Array<ArrayBuffer>,
  { platform }: ParseContext,
  where: string,
): Promise<NodeGeometry> {
  const decoder = await platform.draco();
  const decoded = await guardDecoder(decoder, platform, where, () => decoder.parse(bytes.buffer, {}));
  const { attributes, loaderData, header, indices } = decoded;
  const told = Object.values(loaderData?.attributes ?? {});
  const metadataOf = (name: string) => told.find((one) => one.name === name)?.metadata ?? {};
  const place = metadataOf('POSITION') as Record<string, { double?: number } | undefined>;
  const valuesOf = <T>(name: string | undefined, size: number, from: (values: ArrayLike<number>) => T): T | null => {
    const found = name === undefined ? undefined : attributes[name];
    return found && found.size === size ? from(found.value as ArrayLike<number>) : null;
  };
  const float = (values: ArrayLike<number>) => Float32Array.from(values);
  const offsets = valuesOf('POSITION', 3, float);
  const vertexCount = header?.vertexCount ?? 0;
  if (!offsets || offsets.length !== 3 * vertexCount || vertexCount === 0 || !indices)
    throw new MalformedContentError(where, 'Its Draco data are no mesh.');
  const region = told.find(
    ({ metadata }) => (metadata as Record<string, { string?: string }>)['i3s-attribute-type']?.string === 'uv-region',
  );
  return {
    vertexCount,
    offsets,
    scale: [place['i3s-scale_x']?.double || 1, place['i3s-scale_y']?.double || 1],
    normals: valuesOf('NORMAL', 3, float),
    uvs: valuesOf('TEXCOORD_0', 2, float),
    colors: valuesOf('COLOR_0', 4, (values) => Uint8Array.from(values)),
    uvRegions: valuesOf(region?.name, 4, (values) => Uint16Array.from(values)),
    indices: Uint32Array.from(indices.value),
  };
}
