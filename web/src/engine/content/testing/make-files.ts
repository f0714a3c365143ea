/** Tile files made byte by byte, so that a test says everything that is in them. */
import type { GltfJson } from '../gltf/gltf-schema.ts';

const utf8 = new TextEncoder();

export const concat = (...parts: (Uint8Array | ArrayBufferView)[]): Uint8Array => {
  const bytes = parts.map((part) => new Uint8Array(part.buffer as ArrayBuffer, part.byteOffset, part.byteLength));
  const out = new Uint8Array(bytes.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of bytes) {
    out.set(part, at);
    at += part.byteLength;
  }
  return out;
};

export const u32 = (...values: number[]): Uint8Array => concat(Uint32Array.from(values));
export const text = (value: string): Uint8Array => utf8.encode(value);
const jsonBytes = (json: object | null): Uint8Array => (json ? text(JSON.stringify(json)) : new Uint8Array());

/** A binary glTF; the JSON is not padded, which readers have to bear anyway. */
export function makeGlb(json: object, binary?: Uint8Array): Uint8Array {
  const jsonChunk = jsonBytes(json);
  const chunks = [u32(jsonChunk.byteLength, 0x4e4f534a), jsonChunk];
  if (binary) chunks.push(u32(binary.byteLength, 0x004e4942), binary);
  const body = concat(...chunks);
  return concat(text('glTF'), u32(2, body.byteLength + 12), body);
}

export interface Tables {
  feature?: object;
  featureBinary?: Uint8Array;
  batch?: object;
  batchBinary?: Uint8Array;
}

/** A b3dm, i3dm or pnts file; `extraHeader` is i3dm's glTF format. */
export function makeTile(
  magic: string,
  tables: Tables,
  body: Uint8Array = new Uint8Array(),
  extraHeader: Uint8Array = new Uint8Array(),
): Uint8Array {
  const sections = [
    jsonBytes(tables.feature ?? null),
    tables.featureBinary ?? new Uint8Array(),
    jsonBytes(tables.batch ?? null),
    tables.batchBinary ?? new Uint8Array(),
  ];
  const rest = concat(u32(...sections.map((section) => section.byteLength)), extraHeader, ...sections, body);
  return concat(text(magic), u32(1, rest.byteLength + 12), rest);
}

export function makeComposite(...tiles: Uint8Array[]): Uint8Array {
  const body = concat(...tiles);
  return concat(text('cmpt'), u32(1, body.byteLength + 16, tiles.length), body);
}

/** A typed array as an accessor, under the name that refers to it. */
export type Accessors = Record<string, { data: ArrayBufferView; type: string; normalized?: boolean }>;

const COMPONENT_TYPE: Record<string, number> = {
  Int8Array: 5120,
  Uint8Array: 5121,
  Int16Array: 5122,
  Uint16Array: 5123,
  Uint32Array: 5125,
  Float32Array: 5126,
};
const SIZE: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 };

/** A glTF around `accessors`: `json` gets their indices by name and returns the rest of the document. */
export function gltfWith(
  accessors: Accessors,
  json: (index: Record<string, number>) => Partial<GltfJson>,
): { json: GltfJson; binary: Uint8Array } {
  const entries = Object.entries(accessors);
  let byteOffset = 0;
  const views = entries.map(([, { data }]) => {
    const view = { buffer: 0, byteOffset, byteLength: data.byteLength };
    byteOffset += data.byteLength;
    return view;
  });
  const binary = concat(...entries.map(([, { data }]) => data));
  const made: GltfJson = {
    asset: { version: '2.0' },
    buffers: [{ byteLength: binary.byteLength }],
    bufferViews: views,
    accessors: entries.map(([, { data, type, normalized }], i) => ({
      bufferView: i,
      componentType: COMPONENT_TYPE[data.constructor.name]!,
      count: (data as Uint8Array).length / SIZE[type]!,
      type,
      ...(normalized ? { normalized } : {}),
    })),
    nodes: [{ mesh: 0 }],
    ...json(Object.fromEntries(entries.map(([name], i) => [name, i]))),
  };
  return { json: made, binary };
}

export const glbWith = (...args: Parameters<typeof gltfWith>): Uint8Array => {
  const { json, binary } = gltfWith(...args);
  return makeGlb(json, binary);
};

/** Corners of a right triangle in the xy plane. */
export const TRIANGLE = Float32Array.of(0, 0, 0, 2, 0, 0, 0, 3, 0);

/** A glb of one triangle, with batch ids 0, 0, 1. */
export const triangleGlb = (): Uint8Array =>
  glbWith(
    { position: { data: TRIANGLE, type: 'VEC3' }, id: { data: Float32Array.of(0, 0, 1), type: 'SCALAR' } },
    ({ position, id }) => ({ meshes: [{ primitives: [{ attributes: { POSITION: position!, _BATCHID: id! } }] }] }),
  );
