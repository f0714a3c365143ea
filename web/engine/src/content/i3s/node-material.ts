/** The material of a node of I3S, which is one of glTF in other words, with the picture of its colour. */
import type { JsonNode } from '@overlook/shared/tiles3d';
import { addressPath } from './references.ts';
import type { NodeMaterial, SceneLayer } from './scene.ts';

/** Formats of textures that are read, the best first. */
const FORMATS = ['ktx2', 'jpg', 'png'] as const;
const MIME_TYPES = { ktx2: 'image/ktx2', jpg: 'image/jpeg', png: 'image/png' } as const;

/** Throws MalformedContentError for a material that is not there. */
export function materialOf(layer: SceneLayer, mesh: JsonNode, origin: string): NodeMaterial {
  const used = mesh.optional('material');
  if (!used) return { material: { doubleSided: true }, image: null, warnings: [] };
  const definitions = layer.json.list('materialDefinitions');
  const definition = definitions[used.get('definition').index(definitions.length, 'material definitions')]!;
  const { image, warnings } = imageOf(layer, definition, used, origin);
  const pbr = definition.optional('pbrMetallicRoughness');
  const number = (node: JsonNode | null, key: string) => {
    const value = node?.optional(key)?.value;
    return typeof value === 'number' ? { [key]: value } : {};
  };
  const material = {
    pbrMetallicRoughness: {
      baseColorFactor: factorOf(pbr?.optional('baseColorFactor') ?? null),
      ...(image && { baseColorTexture: { index: 0 } }),
      ...number(pbr, 'metallicFactor'),
      ...number(pbr, 'roughnessFactor'),
    },
    alphaMode: String(definition.optional('alphaMode')?.value ?? 'opaque').toUpperCase(),
    alphaCutoff: number(definition, 'alphaCutoff')['alphaCutoff'] ?? 0.25,
    // Unlike in glTF, backs are seen unless it is said otherwise.
    doubleSided:
      definition.optional('doubleSided')?.value === true || definition.optional('cullFace')?.value !== 'back',
  };
  return { material, image, warnings };
}

/** The amount of light of a share of a colour as on a screen. */
export const lightOf = (share: number): number => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4);

/** Shares of 1; some writers have them of 255. */
function factorOf(factor: JsonNode | null): number[] {
  if (!factor) return [1, 1, 1, 1];
  const values = factor.numbers(4);
  return values.some((value) => value > 1) ? values.map((value) => value / 255) : values;
}

function imageOf(
  layer: SceneLayer,
  definition: JsonNode,
  used: JsonNode,
  origin: string,
): Pick<NodeMaterial, 'image' | 'warnings'> {
  const texture = definition.optional('pbrMetallicRoughness')?.optional('baseColorTexture');
  if (!texture) return { image: null, warnings: [] };
  const sets = layer.json.list('textureSetDefinitions');
  const formats =
    sets[texture.get('textureSetDefinitionId').index(sets.length, 'texture sets')]!.get('formats').items();
  const folder = `nodes/${used.get('resource').integer()}/textures`;
  return pickImage(
    formats.map((one) => {
      const format = String(one.get('format').value);
      return { format, paths: [`${folder}/${one.get('name').string()}.${format}`] };
    }),
    layer,
    origin,
  );
}

/** A form of a picture, and where its file may be, the likeliest first. */
interface StoredImage {
  readonly format: string;
  readonly paths: readonly string[];
}

/** The best form of a picture that is there, or a warning. */
export function pickImage(
  stored: readonly StoredImage[],
  layer: SceneLayer,
  origin: string,
): Pick<NodeMaterial, 'image' | 'warnings'> {
  for (const format of FORMATS) {
    const path = stored.find((one) => one.format === format)?.paths.find((one) => layer.has(one));
    if (path) return { image: { uri: `${origin}/${addressPath(path)}`, mimeType: MIME_TYPES[format] }, warnings: [] };
  }
  const named = stored.map(({ format }) => format).join(', ');
  return {
    image: null,
    warnings: [`Its texture is there as ${named || 'no format'} only; ${FORMATS.join(', ')} are read.`],
  };
}
