import {
  type GltfTextureInfo,
  imageOf,
  PICTURE_EXTENSIONS,
  readMaterial,
  transformUvs,
  uvPlaceOf,
} from '@overlook/shared/gltf';
import { type Mat4, multiply } from '@overlook/shared/maths';
import type { ForeignJson } from '@overlook/shared/tiles3d';
import type { ContentModel } from '../contents/content-models.ts';
import { placedPrimitives, trianglesOf } from '../contents/placed-primitives.ts';
import { displayColours } from '../formats/display-colours.ts';
import type { GltfPrimitive } from '../formats/gltf.ts';
import { type PrimitiveArrays, resized } from '../formats/primitive-arrays.ts';
import type { Surface, SurfaceTexture } from './surfaces.ts';

const POINTS = 0;

/** The drawn surfaces of a model's scene; `toEcef` converts from the glTF's own frame. Lines are left out. */
export function* gltfSurfaces(model: ContentModel, toEcef: Mat4): Generator<Surface> {
  for (const { primitive, arrays, toModel } of placedPrimitives(model))
    for (const matrix of toModel) {
      const surface = surfaceOf(model, primitive, arrays, multiply(toEcef, matrix));
      if (surface) yield surface;
    }
}

function surfaceOf(
  model: ContentModel,
  primitive: GltfPrimitive,
  arrays: PrimitiveArrays,
  toEcef: Mat4,
): Surface | null {
  const positions = resized(arrays.attribute('POSITION')!, 3);
  const tint = arrays.attribute('COLOR_0');
  const colours = tint && resized(tint, 4);
  const { materials } = model.loaded.gltf.json.value as ForeignJson;
  const material = readMaterial(materials?.[primitive.json.optional('material')?.value as number] ?? null);
  const { baseColor: factor, alphaCutoff } = material;
  if (primitive.mode === POINTS)
    return { kind: 'points', positions, toEcef, colours: pointColours(colours, factor, arrays.vertices) };
  const corners = trianglesOf(primitive, arrays);
  if (!corners) return null;
  const texture = material.texture && textureOf(material.texture, model, arrays);
  const leastAlpha = { OPAQUE: 0, MASK: alphaCutoff, BLEND: 0.4 }[material.alphaMode];
  // Without the picture that holds the light, the surface is shaded by its relief.
  const isUnlit = material.unlit && !material.texture;
  return { kind: 'mesh', positions, toEcef, corners, colours, factor, texture, leastAlpha, isUnlit };
}

function pointColours(colours: Float32Array | null, factor: readonly number[], count: number): Uint8Array {
  const linear = new Float32Array(count * 4);
  for (let i = 0; i < linear.length; i++) linear[i] = (colours?.[i] ?? 1) * factor[i % 4]!;
  const display = displayColours(linear);
  return Uint8Array.from({ length: count * 3 }, (_, i) => display[Math.floor(i / 3) * 4 + (i % 3)]!);
}

function textureOf(info: GltfTextureInfo, model: ContentModel, arrays: PrimitiveArrays): SurfaceTexture | null {
  const { textures } = model.loaded.gltf.json.value as ForeignJson;
  const source = imageOf(textures?.[info.index], PICTURE_EXTENSIONS);
  const image = source === null ? null : model.image(source);
  const { set, transform } = uvPlaceOf(info);
  const coordinates = arrays.attribute(`TEXCOORD_${set}`);
  if (!image || !coordinates) return null;
  const texcoords = resized(coordinates, 2);
  return { image, texcoords: transform ? transformUvs(texcoords, transform) : texcoords };
}
