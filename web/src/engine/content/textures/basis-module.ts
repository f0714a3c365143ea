import type { DecoderStart } from '../draco.ts';

/** The Basis Universal transcoder once it has started: the names are those of its own JavaScript interface. */
export interface BasisModule {
  KTX2File: new (bytes: Uint8Array) => Ktx2File;
}

export interface Ktx2File {
  isValid(): boolean;
  getWidth(): number;
  getHeight(): number;
  getLevels(): number;
  getHasAlpha(): boolean | number;
  isETC1S(): boolean;
  startTranscoding(): boolean | number;
  getImageLevelInfo(level: number, layer: number, face: number): { origWidth: number; origHeight: number };
  getImageTranscodedSizeInBytes(level: number, layer: number, face: number, format: number): number;
  transcodeImage(
    target: Uint8Array,
    level: number,
    layer: number,
    face: number,
    format: number,
    unused: number,
    channel0: number,
    channel1: number,
  ): boolean | number;
  close(): void;
  delete(): void;
}

export async function startBasis(start: DecoderStart, wasmBinary: ArrayBuffer): Promise<BasisModule> {
  const module = (await start({ wasmBinary })) as BasisModule & { initializeBasis(): void };
  module.initializeBasis();
  return module;
}
