import type { Primitive, TileContent } from '../content.ts';
import type { ParseContext } from '../content-platform.ts';
import { upAxisMatrix } from '@overlook/shared/tiles3d';
import { translated } from '../node-transforms.ts';
import { pointSpacing } from '../points/point-spacing.ts';
import { FeatureRanges } from './feature-ranges.ts';
import { splitGlb } from './glb.ts';
import { GltfDocument } from './gltf-document.ts';
import type { GltfJson, GltfPrimitive } from './gltf-schema.ts';
import { readNodeInstances } from './instancing.ts';
import { withOutline } from './primitive-outline.ts';
import { readPrimitive, type UnplacedPrimitive } from './primitives.ts';
import { placeMeshes } from './scene.ts';
import { decodePropertyTables, readTables } from './property-tables.ts';
import { TextureLoader } from './textures.ts';

/** Parses a binary glTF, which begins at `offset` of its file. Errors as {@link parseGltf}. */
export function parseGlb(bytes: Uint8Array, context: ParseContext, offset = 0): Promise<TileContent> {
  const { json, binary } = splitGlb(bytes, context.name, offset);
  return parseGltf(json, binary, context);
}

/**
 * Parses a glTF 2.0 with its external files. Throws UnsupportedContentError (unknown required extension, other version),
 * MalformedContentError (damaged), ContentHttpError (a buffer that cannot be fetched).
 */
export async function parseGltf(
  json: GltfJson,
  binary: Uint8Array | null,
  context: ParseContext,
): Promise<TileContent> {
  const document = await GltfDocument.open(json, binary, context);
  context.signal?.throwIfAborted();
  const tables = await readTables(document);
  const ranges = new FeatureRanges(tables.map((table) => table.count));
  const textures = new TextureLoader(document);
  const rtc: unknown = json.extensions?.['CESIUM_RTC']?.center;
  const axes = upAxisMatrix(context.upAxis);
  const root = Array.isArray(rtc) && rtc.length === 3 ? translated(axes, rtc as [number, number, number]) : axes;

  const meshes = new Map<number, Promise<UnplacedPrimitive[]>>();
  const readMesh = async (index: number) => {
    const primitives = json.meshes?.[index]?.primitives ?? [];
    const read = async (primitive: GltfPrimitive): Promise<UnplacedPrimitive[]> => {
      const unplaced = await readPrimitive(document, primitive, ranges, textures);
      return unplaced ? withOutline(document, primitive, unplaced) : [];
    };
    return (await Promise.all(primitives.map(read))).flat();
  };
  const primitives: Primitive[] = [];
  const placed = placeMeshes(document, root);
  for (const { mesh } of placed) if (!meshes.has(mesh)) meshes.set(mesh, readMesh(mesh));
  await Promise.all(meshes.values());
  context.signal?.throwIfAborted();

  for (const { json: node, mesh, matrix } of placed) {
    const instances = readNodeInstances(document, node, ranges);
    if (instances?.matrices.length === 0) continue;
    for (const primitive of await meshes.get(mesh)!) {
      if (primitive.kind === 'points') {
        if (instances) document.warnings.add('Instanced points are shown once only.');
        primitives.push({ ...primitive, matrix, spacing: pointSpacing(primitive.positions, matrix) });
      } else {
        primitives.push({
          ...primitive,
          matrix,
          instances: instances?.matrices ?? null,
          instanceFeatureIds: instances?.featureIds ?? null,
        });
      }
    }
  }
  return {
    primitives,
    textures: textures.textures,
    properties: decodePropertyTables(document, tables),
    featureCount: ranges.featureCount,
    copyright: json.asset?.copyright ?? null,
    warnings: [...document.warnings],
  };
}
