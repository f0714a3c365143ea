/** Scene layer packages made byte by byte: flat squares whose corners are known. */
import { gzipSync } from 'node:zlib';
import type { Lla, Vec3 } from '@overlook/shared/maths';
import { type MadeFile, madeZip } from '../../archives/testing/made-zip.ts';

export interface MadeNode {
  readonly center: Lla;
  /** Corners of triangles, degrees and metres. */
  readonly corners: readonly Lla[];
}

export interface MadeLayer {
  readonly nodes: readonly MadeNode[];
  /** In place of what the layer has, and beside it. */
  readonly layer?: object;
  /** The geometry of a node, in place of its plain buffer. */
  readonly geometry?: (node: MadeNode, index: number) => MadeFile | null;
  /** A picture for all nodes, stored as `nodes/<n>/textures/0.<format>`. */
  readonly texture?: { readonly format: string; readonly bytes: Uint8Array };
  readonly files?: readonly MadeFile[];
}

export const gz = (name: string, bytes: Uint8Array | string): MadeFile => ({
  name: `${name}.gz`,
  bytes: gzipSync(bytes),
});
export const json = (name: string, value: unknown): MadeFile => gz(name, JSON.stringify(value));

/** Offsets from the centre of a node, as they are stored. */
export const offsetsOf = ({ center, corners }: MadeNode): Float32Array =>
  Float32Array.from(
    corners.flatMap((one): Vec3 => [
      one.longitude - center.longitude,
      one.latitude - center.latitude,
      one.height - center.height,
    ]),
  );

/** A plain buffer: positions, normals up, uvs and one feature of all triangles. */
export function plainBuffer(node: MadeNode): Uint8Array {
  const count = node.corners.length;
  const out = Buffer.alloc(8 + count * 36 + 8 + 8);
  out.writeUInt32LE(count, 0);
  out.writeUInt32LE(1, 4);
  const write = (at: number, values: Iterable<number>) =>
    [...values].forEach((value, i) => out.writeFloatLE(value, at + 4 * i));
  write(8, offsetsOf(node));
  write(
    8 + 12 * count,
    Array.from({ length: 3 * count }, (_, i) => (i % 3 === 2 ? 1 : 0)),
  );
  write(
    8 + 24 * count,
    Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? 0.25 : 0.5)),
  );
  // uint8 colours: half grey.
  out.fill(128, 8 + 32 * count, 8 + 36 * count);
  out.writeUInt32LE(Math.max(0, count / 3 - 1), out.length - 4);
  return out;
}

const VALUE = (type: string, component: number) => ({ type, component });
export const PLAIN_LAYOUT = {
  offset: 8,
  position: VALUE('Float32', 3),
  normal: VALUE('Float32', 3),
  uv0: VALUE('Float32', 2),
  color: VALUE('UInt8', 4),
  featureId: { ...VALUE('UInt64', 1), binding: 'per-feature' },
  faceRange: { ...VALUE('UInt32', 2), binding: 'per-feature' },
};
const DRACO_LAYOUT = { compressedAttributes: { encoding: 'draco', attributes: ['position', 'uv0'] } };

/** A root that groups, with a node of each mesh below it. */
export const madeSlpk = (layer: MadeLayer): Uint8Array<ArrayBuffer> => madeZip(filesOfLayer(layer));

export function filesOfLayer({ nodes, layer = {}, geometry, texture, files = [] }: MadeLayer): MadeFile[] {
  const [first] = nodes as [MadeNode];
  const obb = ({ longitude, latitude, height }: Lla, half: number) => ({
    center: [longitude, latitude, height],
    halfSize: [half, half, half],
    quaternion: [0, 0, 0, 1],
  });
  const meshOf = (index: number) => ({
    geometry: { definition: 0, resource: index, vertexCount: 6 },
    material: { definition: 0, resource: index },
  });
  const page = [
    { index: 0, obb: obb(first.center, 60), lodThreshold: 0, children: nodes.map((_, i) => i + 1) },
    ...nodes.map(({ center }, i) => ({
      index: i + 1,
      parentIndex: 0,
      obb: obb(center, 20),
      lodThreshold: 1e4,
      mesh: meshOf(i + 1),
    })),
  ];
  const sceneLayer = {
    id: 0,
    version: '1.8',
    layerType: 'IntegratedMesh',
    spatialReference: { wkid: 4326, latestWkid: 4326 },
    heightModelInfo: { heightModel: 'ellipsoidal' },
    store: { normalReferenceFrame: 'east-north-up' },
    nodePages: { nodesPerPage: 64, lodSelectionMetricType: 'maxScreenThresholdSQ' },
    geometryDefinitions: [{ geometryBuffers: [PLAIN_LAYOUT, DRACO_LAYOUT] }],
    materialDefinitions: [
      {
        pbrMetallicRoughness: {
          baseColorFactor: [1, 1, 1, 1],
          ...(texture && { baseColorTexture: { textureSetDefinitionId: 0 } }),
        },
      },
    ],
    textureSetDefinitions: [{ formats: [{ name: '0', format: texture?.format ?? 'jpg' }] }],
    ...layer,
  };
  const geometries = nodes.map(
    (node, i) => geometry?.(node, i + 1) ?? gz(`nodes/${i + 1}/geometries/0.bin`, plainBuffer(node)),
  );
  const textures = texture
    ? nodes.map((_, i) => ({ name: `nodes/${i + 1}/textures/0.${texture.format}`, bytes: texture.bytes }))
    : [];
  return [
    json('3dSceneLayer.json', sceneLayer),
    json('nodepages/0.json', { nodes: page }),
    ...geometries,
    ...textures,
    ...files,
  ];
}

/** Corners of two triangles: a level square about a place, sides of so many degrees. */
export function squareAt({ longitude, latitude, height }: Lla, side: number): Lla[] {
  const corner = (x: number, y: number): Lla => ({
    longitude: longitude + x * side,
    latitude: latitude + y * side,
    height,
  });
  const [a, b, c, d] = [corner(-0.5, -0.5), corner(0.5, -0.5), corner(0.5, 0.5), corner(-0.5, 0.5)];
  return [a, b, c, a, c, d];
}
