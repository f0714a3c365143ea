/**
 * How a worker that is a text in a host's bundle gets the compiled part of a decoder: it asks its page, which loads that part of the
 * bundle. A channel of its own, because the messages of the workers are those of the engine.
 */

/** Global of the worker with the name of the channel. */
export const CHANNEL_GLOBAL = 'overlookWasmChannel';

/** `wasm`: the name of the decoder. */
export interface WasmQuestion {
  readonly asked: string;
}

export interface WasmAnswer {
  readonly answered: string;
  /** Null if it could not be loaded. */
  readonly bytes: ArrayBuffer | null;
}
