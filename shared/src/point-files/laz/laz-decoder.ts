import type { LasHeader } from '../las/las-header.ts';

/** The used part of the compiled decoder (laz-perf). */
export interface LazPerf {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  readonly ChunkDecoder: new () => LazChunkDecoder;
  _malloc(bytes: number): number;
  _free(at: number): void;
  /** `getPoint` of this decoder without the slow bindings, from a loader that finds it. */
  pointReader?(decoder: LazChunkDecoder): (output: number) => void;
}

export interface LazChunkDecoder {
  open(format: number, recordBytes: number, input: number): void;
  getPoint(output: number): void;
  delete(): void;
}

/** Makes a decoder with memory of its own. */
export type LoadLazPerf = () => Promise<LazPerf>;

/** Points that are decoded before they are handed on. */
const BATCH_POINTS = 50_000;
/** Encoders end a chunk with a few bytes that no point needs. */
const END_TOLERANCE_BYTES = 16;

/** The compressed points are damaged. */
export class LazDamageError extends Error {
  override readonly name = 'LazDamageError';
}

/** Takes records as they are in an uncompressed file; valid during the call. */
export type RawSink = (records: DataView, count: number) => void;

/** Decodes chunks one at a time. The memory that it takes is that of the largest chunk and a batch of points. */
export class LazDecoder {
  #module: Promise<LazPerf> | null = null;

  constructor(private readonly load: LoadLazPerf) {}

  /** Hands the points of a chunk to `sink` in batches. Throws `LazDamageError`, and what `sink` throws. */
  async decode(chunk: Uint8Array, points: number, header: LasHeader, sink: RawSink): Promise<void> {
    const module = await (this.#module ??= this.load());
    try {
      decodeChunk(module, chunk, points, header, sink);
    } catch (error) {
      // Memory of a decoder that failed is never freed: the whole module is left to the garbage collector.
      this.#module = null;
      throw error;
    }
  }
}

function decodeChunk(
  module: LazPerf,
  chunk: Uint8Array,
  points: number,
  { format, recordBytes }: LasHeader,
  sink: RawSink,
): void {
  const batch = Math.min(points, BATCH_POINTS);
  const input = allocate(module, chunk.length);
  const output = allocate(module, batch * recordBytes);
  module.HEAPU8.set(chunk, input);
  const decoder = new module.ChunkDecoder();
  orDamage(() => decoder.open(format.id, recordBytes, input));
  const next = placeOfNext(module, decoder, input);
  const readPoint = module.pointReader?.(decoder) ?? ((to: number) => decoder.getPoint(to));
  for (let done = 0; done < points; done += batch) {
    const count = Math.min(batch, points - done);
    orDamage(() => {
      for (let i = 0, to = output; i < count; i++, to += recordBytes) readPoint(to);
    });
    sink(new DataView(module.HEAPU8.buffer, output, count * recordBytes), count);
  }
  // Damaged bytes also decode to points, but the number of points that use them up is another.
  if (format.isLegacy && next !== null && Math.abs(module.HEAPU32[next]! - input - chunk.length) > END_TOLERANCE_BYTES)
    throw new LazDamageError('The compressed points do not end where their chunk ends.');
  decoder.delete();
  module._free(output);
  module._free(input);
}

/**
 * Index in `HEAPU32` of the decoder's pointer to the byte that it reads next. The binding does not give it: the compiled
 * object points to a chunk decompressor, which points to its state, whose third word it is. Null where this does not hold.
 */
function placeOfNext(module: LazPerf, decoder: object, input: number): number | null {
  const at = lazObjectAt(decoder);
  if (at === null) return null;
  const words = module.HEAPU32;
  const next = (words[words[at >> 2]! >> 2]! >> 2) + 2;
  return words[next] === input ? next : null;
}

/** Address of the object of the compiled code behind a binding; null where the binding is of another kind. */
export function lazObjectAt(binding: object): number | null {
  const { ptr } = (binding as { $$?: { ptr?: number } }).$$ ?? {};
  return typeof ptr === 'number' ? ptr : null;
}

/** The compiled code throws strings, numbers and errors of WebAssembly alike. */
function orDamage(work: () => void): void {
  try {
    work();
  } catch {
    throw new LazDamageError('The compressed points are damaged.');
  }
}

function allocate(module: LazPerf, bytes: number): number {
  const at = module._malloc(bytes);
  if (at === 0) throw new RangeError(`No ${bytes} bytes are left to decompress points.`);
  return at;
}
