import { type Accessor, type Document, type Material, type Node, NodeIO, Primitive } from '@gltf-transform/core';
import { ALL_EXTENSIONS, type Transform } from '@gltf-transform/extensions';
import { MeshoptDecoder } from 'meshoptimizer';
import { type Mat4, multiply, translation } from '@overlook/shared/maths';
import { type UpAxis, upAxisMatrix, type JsonNode } from '@overlook/shared/tiles3d';
import { displayColours } from '../convert/gltf/display-colours.ts';
import { triangleCorners } from '../convert/gltf/triangle-corners.ts';
import { dracoDecoder } from '../formats/draco-decoder.ts';
import { instancesOf } from './node-instances.ts';
import type { Surface, SurfaceTexture } from './surfaces.ts';

/** A reader of glTF of every kind that tiles hold. It makes no network requests. */
export async function gltfReader(): Promise<NodeIO> {
  await MeshoptDecoder.ready;
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
    'draco3d.decoder': await dracoDecoder(),
    'meshopt.decoder': MeshoptDecoder,
  });
  // Its warnings concern what is lost when the file is written again, which does not happen here.
  io.setLogger({ debug() {}, info() {}, warn() {}, error() {} });
  return io;
}

/** From the glTF's axes to its tile's (z up), with the centre of CESIUM_RTC, which is not a glTF 2.0 extension. */
export function gltfToTile(json: JsonNode, upAxis: UpAxis): Mat4 {
  const centre = json.optional('extensions')?.optional('CESIUM_RTC')?.get('center').numbers(3) ?? [0, 0, 0];
  return multiply(translation(centre as [number, number, number]), upAxisMatrix(upAxis));
}

/** What the scene of a glTF draws; `toEcef` leads from the glTF's own frame. Lines are left out. */
export function* gltfSurfaces(document: Document, toEcef: Mat4): Generator<Surface> {
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  const pending: { node: Node; above: Mat4 }[] = (scene?.listChildren() ?? root.listNodes().filter(isTop)).map(
    (node) => ({ node, above: toEcef }),
  );
  for (let next = pending.pop(); next; next = pending.pop()) {
    const matrix = multiply(next.above, next.node.getMatrix());
    for (const primitive of next.node.getMesh()?.listPrimitives() ?? [])
      for (const placed of instancesOf(next.node, matrix)) {
        const surface = surfaceOf(primitive, placed);
        if (surface) yield surface;
      }
    for (const node of next.node.listChildren()) pending.push({ node, above: matrix });
  }
}

const isTop = (node: Node): boolean => node.getParentNode() === null;

function surfaceOf(primitive: Primitive, toEcef: Mat4): Surface | null {
  const position = primitive.getAttribute('POSITION');
  if (!position) return null;
  const positions = floats(position, 3);
  const tint = primitive.getAttribute('COLOR_0');
  const colours = tint && floats(tint, 4);
  const material = primitive.getMaterial();
  const factor = material?.getBaseColorFactor() ?? [1, 1, 1, 1];
  if (primitive.getMode() === Primitive.Mode.POINTS)
    return { kind: 'points', positions, toEcef, colours: pointColours(colours, factor, position.getCount()) };
  const count = position.getCount();
  const indices = primitive.getIndices()?.getArray() ?? Uint32Array.from({ length: count }, (_, i) => i);
  const corners = triangleCorners(primitive.getMode(), Uint32Array.from(indices));
  if (!corners || corners.length === 0 || corners.some((corner) => corner >= count)) return null;
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

/** Pictures that only a graphics card unpacks; the material's plain colour replaces them. */
const CARD_ONLY = 'image/ktx2';

function textureOf(material: Material, primitive: Primitive): SurfaceTexture | null {
  const texture = material.getBaseColorTexture();
  const info = material.getBaseColorTextureInfo();
  const image = texture?.getImage();
  const moved = info?.getExtension<Transform>('KHR_texture_transform');
  const coordinates = primitive.getAttribute(`TEXCOORD_${moved?.getTexCoord() ?? info?.getTexCoord() ?? 0}`);
  if (!image || texture!.getMimeType() === CARD_ONLY || !coordinates) return null;
  const texcoords = floats(coordinates, 2);
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

/** An accessor's values, integers normalised, with `size` components each; a fourth one that is missing is 1. */
function floats(accessor: Accessor, size: number): Float32Array {
  const array = accessor.getArray();
  const own = accessor.getElementSize();
  if (array instanceof Float32Array && own === size) return array;
  const out = new Float32Array(accessor.getCount() * size).fill(1);
  const element = Array.from({ length: own }, () => 0);
  for (let i = 0; i < accessor.getCount(); i++) {
    accessor.getElement(i, element);
    for (let c = 0; c < Math.min(size, own); c++) out[i * size + c] = element[c]!;
  }
  return out;
}
