import { type Document, type Material, Primitive } from '@gltf-transform/core';
import type { Transform } from '@gltf-transform/extensions';
import { type Mat4, multiply } from '@overlook/shared/maths';
import { displayColours } from '../formats/display-colours.ts';
import { accessorFloats } from '../contents/accessor-floats.ts';
import { cornersOf, placedPrimitives } from '../contents/placed-primitives.ts';
import type { Surface, SurfaceTexture } from './surfaces.ts';

/** The drawn surfaces of a glTF's scene; `toEcef` converts from the glTF's own frame. Lines are left out. */
export function* gltfSurfaces(document: Document, toEcef: Mat4): Generator<Surface> {
  for (const { primitive, toModel } of placedPrimitives(document))
    for (const matrix of toModel) {
      const surface = surfaceOf(primitive, multiply(toEcef, matrix));
      if (surface) yield surface;
    }
}

function surfaceOf(primitive: Primitive, toEcef: Mat4): Surface | null {
  const position = primitive.getAttribute('POSITION');
  if (!position) return null;
  const positions = accessorFloats(position, 3);
  const tint = primitive.getAttribute('COLOR_0');
  const colours = tint && accessorFloats(tint, 4);
  const material = primitive.getMaterial();
  const factor = material?.getBaseColorFactor() ?? [1, 1, 1, 1];
  if (primitive.getMode() === Primitive.Mode.POINTS)
    return { kind: 'points', positions, toEcef, colours: pointColours(colours, factor, position.getCount()) };
  const corners = cornersOf(primitive);
  if (!corners) return null;
  const texture = material && textureOf(material, primitive);
  const leastAlpha = { OPAQUE: 0, MASK: material?.getAlphaCutoff() ?? 0.5, BLEND: 0.4 }[
    material?.getAlphaMode() ?? 'OPAQUE'
  ];
  // Without the picture that holds the light, the surface is shaded by its relief.
  const isUnlit = material?.getExtension('KHR_materials_unlit') != null && !material.getBaseColorTexture();
  return { kind: 'mesh', positions, toEcef, corners, colours, factor, texture, leastAlpha, isUnlit };
}

function pointColours(colours: Float32Array | null, factor: readonly number[], count: number): Uint8Array {
  const linear = new Float32Array(count * 4);
  for (let i = 0; i < linear.length; i++) linear[i] = (colours?.[i] ?? 1) * factor[i % 4]!;
  const display = displayColours(linear);
  return Uint8Array.from({ length: count * 3 }, (_, i) => display[Math.floor(i / 3) * 4 + (i % 3)]!);
}

function textureOf(material: Material, primitive: Primitive): SurfaceTexture | null {
  const image = material.getBaseColorTexture()?.getImage();
  const info = material.getBaseColorTextureInfo();
  const moved = info?.getExtension<Transform>('KHR_texture_transform');
  const coordinates = primitive.getAttribute(`TEXCOORD_${moved?.getTexCoord() ?? info?.getTexCoord() ?? 0}`);
  if (!image || !coordinates) return null;
  const texcoords = accessorFloats(coordinates, 2);
  if (moved) transformTexcoords(texcoords, moved);
  return { image, texcoords };
}

/** KHR_texture_transform: scaled, turned, moved. */
function transformTexcoords(texcoords: Float32Array, transform: Transform): void {
  const [[x, y], [scaleU, scaleV]] = [transform.getOffset(), transform.getScale()];
  const [sine, cosine] = [Math.sin(transform.getRotation()), Math.cos(transform.getRotation())];
  for (let i = 0; i < texcoords.length; i += 2) {
    const [u, v] = [texcoords[i]! * scaleU, texcoords[i + 1]! * scaleV];
    texcoords[i] = cosine * u + sine * v + x;
    texcoords[i + 1] = -sine * u + cosine * v + y;
  }
}
