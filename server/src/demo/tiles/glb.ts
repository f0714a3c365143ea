import { glbFile } from '../../publish/formats/glb-file.ts';
import { yUp } from '../../publish/formats/y-up.ts';
import { boundsOf } from '../../publish/bounds.ts';
import type { MeshBuffer } from './mesh-buffer.ts';
import { linearColours } from '../../publish/formats/linear-colours.ts';

/** How a mesh is written. Every mesh of the demo is one primitive with one material. */
export interface GlbOptions {
  /** JPEG file for the base colour texture. */
  readonly image?: Uint8Array;
  /** Unlit: the vertex colours hold the light already. */
  readonly isUnlit: boolean;
  /** Write `_BATCHID` per vertex (3D Tiles 1.0, batched model). */
  readonly hasFeatures?: boolean;
}

interface View {
  readonly bytes: Uint8Array;
  readonly target?: number;
}

const FLOAT = 5126;
const BYTE = 5121;
const SHORT = 5123;
const INT = 5125;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;

/**
 * A binary glTF 2.0 file with one mesh. Positions turn from z-up to glTF's y-up; 3D Tiles readers turn them back.
 * Its length is a multiple of 8, as a batched model wants it.
 */
export function writeGlb(mesh: MeshBuffer, options: GlbOptions): Uint8Array {
  const views: View[] = [];
  const accessors: object[] = [];
  const add = (bytes: Uint8Array, accessor: object, target: number) => {
    accessors.push({ bufferView: views.length, ...accessor });
    views.push({ bytes, target });
    return accessors.length - 1;
  };
  const count = mesh.vertexCount;
  const positions = yUp(mesh.positions.filled);
  const attributes: Record<string, number> = {
    POSITION: add(
      bytesOf(positions),
      { componentType: FLOAT, count, type: 'VEC3', ...limits(positions) },
      ARRAY_BUFFER,
    ),
  };
  if (mesh.normals.length > 0) {
    attributes['NORMAL'] = add(
      bytesOf(yUp(mesh.normals.filled)),
      { componentType: FLOAT, count, type: 'VEC3' },
      ARRAY_BUFFER,
    );
  }
  if (options.image) {
    attributes['TEXCOORD_0'] = add(
      bytesOf(mesh.texcoords.filled),
      { componentType: FLOAT, count, type: 'VEC2' },
      ARRAY_BUFFER,
    );
  }
  attributes['COLOR_0'] = add(
    linearColours(mesh.colours.filled),
    { componentType: BYTE, normalized: true, count, type: 'VEC4' },
    ARRAY_BUFFER,
  );
  if (options.hasFeatures) {
    attributes['_BATCHID'] = add(
      bytesOf(mesh.features.filled),
      { componentType: FLOAT, count, type: 'SCALAR' },
      ARRAY_BUFFER,
    );
  }
  const isShort = count < 65536;
  const indexBytes = bytesOf(isShort ? Uint16Array.from(mesh.indices.filled) : mesh.indices.filled);
  const indices = add(
    indexBytes,
    { componentType: isShort ? SHORT : INT, count: mesh.indices.length, type: 'SCALAR' },
    ELEMENT_ARRAY_BUFFER,
  );
  const image = options.image ? views.push({ bytes: options.image }) - 1 : -1;
  const { bufferViews, bin } = pack(views);
  const json = {
    asset: { version: '2.0', generator: 'Overlook demo site' },
    ...(options.isUnlit && { extensionsUsed: ['KHR_materials_unlit'] }),
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes, indices, material: 0, mode: 4 }] }],
    materials: [
      {
        pbrMetallicRoughness: {
          metallicFactor: 0,
          roughnessFactor: options.isUnlit ? 1 : 0.8,
          ...(image >= 0 && { baseColorTexture: { index: 0 } }),
        },
        ...(options.isUnlit && { extensions: { KHR_materials_unlit: {} } }),
      },
    ],
    ...(image >= 0 && {
      textures: [{ source: 0, sampler: 0 }],
      images: [{ bufferView: image, mimeType: 'image/jpeg' }],
      samplers: [{ magFilter: 9729, minFilter: 9987, wrapS: 33071, wrapT: 33071 }],
    }),
    accessors,
    bufferViews,
    buffers: [{ byteLength: bin.length }],
  };
  return glbFile(json, bin);
}

function limits(values: Float32Array): { min: number[]; max: number[] } {
  const box = boundsOf(values);
  return { min: box.slice(0, 3), max: box.slice(3) };
}

const bytesOf = (array: Float32Array | Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** Lays the views end to end, each on a multiple of 4. */
function pack(views: readonly View[]): { bufferViews: object[]; bin: Uint8Array } {
  let length = 0;
  const bufferViews = views.map(({ bytes, target }) => {
    const byteOffset = length;
    length = Math.ceil((length + bytes.length) / 4) * 4;
    return { buffer: 0, byteOffset, byteLength: bytes.length, ...(target !== undefined && { target }) };
  });
  const bin = new Uint8Array(Math.ceil(length / 8) * 8);
  views.forEach(({ bytes }, i) => bin.set(bytes, (bufferViews[i] as { byteOffset: number }).byteOffset));
  return { bufferViews, bin };
}
