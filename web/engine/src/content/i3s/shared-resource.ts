/**
 * The material and the picture of a node of I3S 1.6 and older, which its shared resource has (Esri i3s-spec 1.6, "sharedResource").
 * A node has one material and one picture or atlas, the first of each.
 */
import { type JsonNode, parseJson } from '@overlook/shared/tiles3d';
import { lightOf, pickImage } from './node-material.ts';
import type { NodeMaterial, SceneLayer } from './scene.ts';
import { pathFrom, present } from './references.ts';
import type { VertexUse } from './schema-geometry.ts';

const RESOURCE_LARGEST_BYTES = 16 * 1024 * 1024;
/** Of the alpha of a picture, as in I3S 1.7. */
const ALPHA_CUTOFF = 0.25;

/** `folder`: of the node, with a slash. Throws ContentError. */
export async function readSharedResource(
  mesh: JsonNode,
  folder: string,
  layer: SceneLayer,
  origin: string,
): Promise<VertexUse & { readonly material: NodeMaterial }> {
  const { name } = layer;
  const reference = present(mesh, 'sharedResource')?.get('href').string();
  const path = reference === undefined ? null : pathFrom(folder, reference, name);
  const file = path && `${path}/sharedResource.json`;
  const bytes = file && (await layer.file(file, RESOURCE_LARGEST_BYTES));
  const shared = bytes ? parseJson(bytes, `${name}, ${file}`, name) : null;
  const params = first(shared, 'materialDefinitions')?.optional('params') ?? null;
  const texture = first(shared, 'textureDefinitions');
  const { image, warnings } = imageOf(mesh, folder, texture, layer, origin, `${path}/`);
  const hasColorAlpha = isTrue(params, 'useVertexColorAlpha');
  const opacity = 1 - (params && present(params, 'transparency') ? params.get('transparency').number() : 0);
  const material = {
    pbrMetallicRoughness: {
      baseColorFactor: [...colorOf(params), opacity],
      ...(image && { baseColorTexture: { index: 0 } }),
      metallicFactor: 0,
    },
    ...alphaOf(opacity < 1 || hasColorAlpha, texture?.optional('channels')?.value === 'rgba'),
    doubleSided: params?.optional('cullFace')?.value !== 'back',
  };
  return {
    material: { material, image, warnings },
    hasRegions: isTrue(params, 'vertexRegions'),
    hasColors: params === null || isTrue(params, 'vertexColors'),
    hasColorAlpha,
  };
}

/** The first of the definitions, which have names. */
function first(shared: JsonNode | null, key: string): JsonNode | null {
  const definitions = shared && present(shared, key);
  const [name] = definitions?.keys() ?? [];
  return name === undefined ? null : definitions!.get(name);
}

const isTrue = (params: JsonNode | null, key: string): boolean => params?.optional(key)?.value === true;

/** Of light, from colours as on a screen. */
function colorOf(params: JsonNode | null): number[] {
  const diffuse = params && present(params, 'diffuse');
  return diffuse ? diffuse.numbers(3).map(lightOf) : [1, 1, 1];
}

const alphaOf = (isClear: boolean, hasHoles: boolean): object => {
  if (isClear) return { alphaMode: 'BLEND' };
  return hasHoles ? { alphaMode: 'MASK', alphaCutoff: ALPHA_CUTOFF } : {};
};

/** Forms are in the order of the encodings, in the definition of the picture and in the node. */
function imageOf(
  mesh: JsonNode,
  folder: string,
  texture: JsonNode | null,
  layer: SceneLayer,
  origin: string,
  sharedFolder: string,
): Pick<NodeMaterial, 'image' | 'warnings'> {
  const image = largest(texture ? (present(texture, 'images')?.items() ?? []) : []);
  const paths = image
    ? image.list('href').map((href) => pathFrom(sharedFolder, href.string(), layer.name))
    : (present(mesh, 'textureData')?.items() ?? []).map((one) =>
        pathFrom(folder, one.get('href').string(), layer.name),
      );
  if (paths.length === 0) return { image: null, warnings: [] };
  const encodings = (texture && present(texture, 'encoding')) ?? layer.json.get('store').optional('textureEncoding');
  const formats = encodings?.items().map((one) => formatOf(one.string())) ?? ['jpg'];
  const stored = paths.flatMap((path, i) => {
    const format = formats[i];
    return format === undefined ? [] : [{ format, paths: [`${path}.${format}`, `${path}.bin`, path] }];
  });
  return pickImage(stored, layer, origin);
}

/** Several are the same picture in several sizes. */
function largest(images: readonly JsonNode[]): JsonNode | null {
  const sizeOf = (image: JsonNode) => Number(image.optional('size')?.value ?? 0);
  return images.reduce<JsonNode | null>((best, image) => (best && sizeOf(best) >= sizeOf(image) ? best : image), null);
}

/** The name of a format by its MIME type, as in I3S 1.7: `jpg` for `image/jpeg`, `dds` for `image/vnd-ms.dds`. */
function formatOf(mimeType: string): string {
  const format = mimeType.toLowerCase().replace(/^image\/(?:vnd-ms\.)?/, '');
  return format === 'jpeg' ? 'jpg' : format;
}
