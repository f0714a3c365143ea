/** Tile files made byte by byte, so that a test says everything that is in them. */
import { type ComponentArray, GlbBuilder } from '@overlook/shared/tiles3d';
import { type ELEMENT_SIZES, writeGlb } from '@overlook/shared/tiles3d/testing';
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
export type Accessors = Record<
  string,
  { data: ComponentArray; type: keyof typeof ELEMENT_SIZES; normalized?: boolean }
>;

/** A glTF around `accessors`: `json` gets their indices by name and returns the rest of the document. */
export function gltfWith(
  accessors: Accessors,
  json: (index: Record<string, number>) => Partial<GltfJson>,
): { json: GltfJson; binary: Uint8Array } {
  const glb = new GlbBuilder();
  const index = Object.fromEntries(
    Object.entries(accessors).map(([name, { data, type, normalized = false }]) => [
      name,
      glb.attribute(data, type, { isNormalized: normalized }),
    ]),
  );
  const made = glb.document({ asset: { version: '2.0' }, nodes: [{ mesh: 0 }] });
  return { json: { ...(made.json as unknown as GltfJson), ...json(index) }, binary: made.bin };
}

export const glbWith = (...args: Parameters<typeof gltfWith>): Uint8Array => {
  const { json, binary } = gltfWith(...args);
  return writeGlb(json, binary);
};

/** Corners of a right triangle in the xy plane. */
export const TRIANGLE = Float32Array.of(0, 0, 0, 2, 0, 0, 0, 3, 0);

/** A glb of one triangle, with batch ids 0, 0, 1. */
export const triangleGlb = (): Uint8Array =>
  glbWith(
    { position: { data: TRIANGLE, type: 'VEC3' }, id: { data: Float32Array.of(0, 0, 1), type: 'SCALAR' } },
    ({ position, id }) => ({ meshes: [{ primitives: [{ attributes: { POSITION: position!, _BATCHID: id! } }] }] }),
  );
