/**
 * Draco meshes and point clouds, through the DracoLoader of loaders.gl and Google's compiled decoder. The caller passes
 * both; they are not loaded here: see `content-platform.ts`.
 */
import type { DracoLoader } from '@loaders.gl/draco';
import {
  type ComponentArray,
  componentArray,
  COMPONENTS_LARGEST,
  ContentError,
  MalformedContentError,
} from '@overlook/shared/tiles3d';

/** A compiled decoder's entry. */
export type DecoderStart = (options: { wasmBinary: ArrayBuffer }) => Promise<unknown>;

/** The compiled decoder once it has started. */
interface DracoModule {
  _malloc(sizeBytes: number): number;
}

/** Decodes one stream; `attributes` are Draco's unique ids by the names that the result gives them. */
export interface DracoDecoder {
  parse(bytes: ArrayBuffer, attributes: Record<string, number>): Promise<DracoGeometry>;
}

type DracoGeometry = Awaited<ReturnType<typeof DracoLoader.parse>>;

let current: DracoModule | null = null;

/** The decoder does not check whether its allocation succeeded, and would write to address 0. */
function allocate(sizeBytes: number): number {
  const pointer = sizeBytes <= 4 * COMPONENTS_LARGEST ? current!._malloc(sizeBytes) : 0;
  if (pointer === 0) throw new MalformedContentError('Draco data', `needs ${sizeBytes} bytes at once.`);
  return pointer;
}

/** loaders.gl keeps the first module that it gets: this one forwards to the last started decoder. */
const newest = new Proxy({}, { get: (_, name) => (name === '_malloc' ? allocate : Reflect.get(current ?? {}, name)) });

/** Starts the compiled decoder. One that is started later replaces it. */
export async function startDraco(
  loader: typeof DracoLoader,
  start: DecoderStart,
  wasmBinary: ArrayBuffer,
): Promise<DracoDecoder> {
  current = (await start({ wasmBinary })) as DracoModule;
  const modules = { draco3d: { createDecoderModule: () => Promise.resolve(newest) } };
  return { parse: (bytes, extraAttributes) => loader.parse(bytes, { modules, draco: { extraAttributes } }) };
}

export interface DracoRequest {
  kind: 'mesh' | 'points';
  /** What to read, by the name it gets in the result: Draco's unique attribute id and the component type wanted. */
  attributes: Record<string, { uniqueId: number; componentType: number }>;
}

export interface DracoResult {
  vertexCount: number;
  attributes: Record<string, { value: ComponentArray; size: number }>;
  /** Three corners per triangle; null for point clouds. */
  indices: Uint32Array | null;
}

/** Decodes `bytes`; throws MalformedContentError, naming `where`, when they are damaged or lack an attribute. */
export async function decodeDraco(
  decoder: DracoDecoder,
  bytes: Uint8Array,
  request: DracoRequest,
  where: string,
): Promise<DracoResult> {
  const entries = Object.entries(request.attributes);
  const ids = Object.fromEntries(entries.map(([name, { uniqueId }]) => [resultName(name), uniqueId]));
  const geometry = await parsed(decoder, bytes, ids, where);
  const kind = geometry.topology === 'point-list' ? 'points' : 'mesh';
  if (kind !== request.kind) throw new MalformedContentError(where, `the Draco data holds a ${kind}.`);
  const attributes: DracoResult['attributes'] = {};
  for (const [name, { uniqueId, componentType }] of entries) {
    const found = geometry.attributes[resultName(name)];
    const named = Object.values(geometry.loaderData!.attributes).filter((one) => one.name === resultName(name));
    if (!found || named.length !== 1 || named[0]!.unique_id !== uniqueId)
      throw new MalformedContentError(`${where}, ${name}`, 'no such attribute in the Draco data.');
    attributes[name] = { value: converted(found, componentType, `${where}, ${name}`), size: found.size };
  }
  const indices = kind === 'mesh' ? (geometry.indices?.value as Uint32Array) : null;
  return { vertexCount: geometry.header!.vertexCount, attributes, indices };
}

/**
 * The loader names unrequested attributes by their kind (NORMAL, COLOR_0), so our names must differ. POSITION must keep
 * its name.
 */
const resultName = (name: string): string => (name === 'POSITION' ? name : `asked for ${name}`);

async function parsed(
  decoder: DracoDecoder,
  bytes: Uint8Array,
  ids: Record<string, number>,
  where: string,
): Promise<DracoGeometry> {
  try {
    return await decoder.parse(Uint8Array.from(bytes).buffer, ids);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError || error instanceof ContentError) throw error;
    throw new MalformedContentError(where, `the Draco data is damaged (${(error as Error).message}).`);
  }
}

/** The values in the type that the file declares: the loader gives them in the type that Draco stored. */
function converted(
  { value, normalized }: DracoGeometry['attributes'][string],
  componentType: number,
  where: string,
): ComponentArray {
  const wanted = componentArray(componentType);
  if (!wanted) throw new MalformedContentError(where, `component type ${componentType} does not exist.`);
  if (value instanceof wanted) return value as ComponentArray;
  const numbers = value as ArrayLike<number>;
  const isFraction = normalized && wanted === Float32Array;
  const bits = 8 * value.BYTES_PER_ELEMENT - (value.constructor.name.startsWith('Int') ? 1 : 0);
  const out = new wanted(numbers.length);
  for (let i = 0; i < out.length; i++) out[i] = isFraction ? numbers[i]! / (2 ** bits - 1) : numbers[i]!;
  return out;
}
