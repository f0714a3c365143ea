/** The mesh of a node of I3S as a binary glTF in the axes east, north and up of the node's centre, with the way to ECEF as its node. */
import {
  enuFrame,
  type EnuFrame,
  ecefFromLla,
  transformDirection,
  transformPoint,
  type Vec3,
} from '@overlook/shared/maths';
import { GlbBuilder, MalformedContentError } from '@overlook/shared/tiles3d';
import type { ParseContext } from '../content-platform.ts';
import type { NodeGeometry, NodeMaterial, SceneLayer, SceneNode } from './scene.ts';
import { lightOf } from './node-material.ts';
import { placeOf } from './node-tree.ts';

/** `warnings` name what of the node is not drawn. Throws ContentError. */
export async function glbOfNode(
  layer: SceneLayer,
  key: string,
  context: ParseContext,
  origin: string,
): Promise<{ glb: Uint8Array; warnings: readonly string[] }> {
  const node = await layer.source.node(key, layer.file);
  if (!node?.mesh) throw new MalformedContentError(context.name, `“${key}” has no mesh.`);
  const { geometry, material } = await layer.source.mesh(key, node.mesh, layer, context, origin);
  const frame = enuFrame(placeOf(node.center, layer.ellipsoidal));
  const glb = new GlbBuilder();
  const attributes = attributesOf(glb, geometry, node, layer, frame);
  const indices = geometry.indices && glb.indices(geometry.indices, geometry.vertexCount);
  const primitive = { attributes, material: 0, ...(indices !== null && { indices }) };
  const json = {
    asset: { version: '2.0' },
    nodes: [{ mesh: 0, matrix: Array.from(frame.ecefFromEnu) }],
    meshes: [{ primitives: [primitive] }],
    ...texturesOf(material),
  };
  return { glb: glb.finish(json), warnings: material.warnings };
}

function attributesOf(
  glb: GlbBuilder,
  { offsets, scale, normals, uvs, uvRegions, colors }: NodeGeometry,
  node: SceneNode,
  layer: SceneLayer,
  frame: EnuFrame,
): Record<string, number> {
  const light = colors && linearColors(colors);
  return {
    POSITION: glb.positions(positionsOf(offsets, scale, node, layer, frame)),
    ...(normals && { NORMAL: glb.attribute(turnedNormals(normals, layer, frame), 'VEC3') }),
    ...(uvs && { TEXCOORD_0: glb.attribute(uvRegions ? inRegions(uvs, uvRegions) : uvs, 'VEC2') }),
    ...(light && { COLOR_0: glb.attribute(light, 'VEC4', { isNormalized: true }) }),
  };
}

/** Heights above the sea change by less than a centimetre within a node: all are raised as its centre is. */
function positionsOf(
  offsets: Float32Array,
  [scaleX, scaleY]: NodeGeometry['scale'],
  { center: [longitude, latitude, height] }: SceneNode,
  { ellipsoidal }: SceneLayer,
  { enuFromEcef }: EnuFrame,
): Float32Array {
  const raisedM = ellipsoidal(latitude, longitude, height) - height;
  const out = new Float32Array(offsets.length);
  for (let i = 0; i < out.length; i += 3) {
    const place = {
      longitude: longitude + offsets[i]! * scaleX,
      latitude: latitude + offsets[i + 1]! * scaleY,
      height: height + raisedM + offsets[i + 2]!,
    };
    out.set(transformPoint(enuFromEcef, ecefFromLla(place)), i);
  }
  if (!out.every(Number.isFinite)) throw new MalformedContentError('positions', 'They are no finite numbers.');
  return out;
}

/** Where a layer does not say their frame, it is that of the Earth. */
function turnedNormals(normals: Float32Array, { json }: SceneLayer, { enuFromEcef }: EnuFrame): Float32Array {
  const reference = json.optional('store')?.optional('normalReferenceFrame')?.value;
  if (reference === 'east-north-up') return normals;
  const out = new Float32Array(normals.length);
  for (let i = 0; i < out.length; i += 3)
    out.set(transformDirection(enuFromEcef, [normals[i]!, normals[i + 1]!, normals[i + 2]!] as Vec3), i);
  return out;
}

/** The uvs of the whole picture. One that is repeated within its part reaches into the parts beside it. */
function inRegions(uvs: Float32Array, regions: Uint16Array): Float32Array {
  return Float32Array.from(uvs, (value, i) => {
    const at = 4 * (i >> 1) + (i & 1);
    const [from, to] = [regions[at]! / 65_535, regions[at + 2]! / 65_535];
    return from + value * (to - from);
  });
}

/** glTF has colours as amounts of light; null where all are white. */
function linearColors(colors: Uint8Array): Uint16Array | null {
  if (colors.every((channel) => channel === 255)) return null;
  return Uint16Array.from(colors, (channel, i) => 65_535 * (i % 4 === 3 ? channel / 255 : lightOf(channel / 255)));
}

const texturesOf = ({ material, image }: NodeMaterial): object =>
  image === null ? { materials: [material] } : { materials: [material], textures: [{ source: 0 }], images: [image] };
