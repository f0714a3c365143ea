/** KTX2 pictures (KHR_texture_basisu), read by the compiled Basis Universal transcoder, which the caller loads. */
import { MalformedContentError } from './content-errors.ts';

/** The transcoder once it has started: the names are those of its own JavaScript interface. */
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

/** `start` is the entry of the compiled transcoder. */
export async function startBasis(
  start: (options: { wasmBinary: ArrayBuffer }) => Promise<unknown>,
  wasmBinary: ArrayBuffer,
): Promise<BasisModule> {
  const module = (await start({ wasmBinary })) as BasisModule & { initializeBasis(): void };
  module.initializeBasis();
  return module;
}

const KTX2_IDENTIFIER = [0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a];

export const isKtx2 = (bytes: Uint8Array): boolean => KTX2_IDENTIFIER.every((byte, i) => bytes[i] === byte);

/** Hands `read` the file of `bytes`, ready to transcode. Throws `MalformedContentError` where it is damaged or not Basis. */
export function withKtx2<T>({ KTX2File }: BasisModule, bytes: Uint8Array, read: (file: Ktx2File) => T): T {
  const file = new KTX2File(bytes);
  try {
    if (!file.isValid() || !file.startTranscoding())
      throw new MalformedContentError('KTX2 data', 'is damaged or not Basis.');
    return read(file);
  } finally {
    file.close();
    file.delete();
  }
}

export interface Ktx2Level {
  data: Uint8Array;
  width: number;
  height: number;
}

/** basist::transcoder_texture_format: four bytes per pixel. */
export const BASIS_RGBA8 = 13;

/** A mip level, 0 the largest, in `format` (basist::transcoder_texture_format). Throws `MalformedContentError` where it is damaged. */
export function transcodeLevel(file: Ktx2File, level: number, format: number): Ktx2Level {
  const { origWidth: width, origHeight: height } = file.getImageLevelInfo(level, 0, 0);
  const data = new Uint8Array(file.getImageTranscodedSizeInBytes(level, 0, 0, format));
  if (!file.transcodeImage(data, level, 0, 0, format, 0, -1, -1))
    throw new MalformedContentError(`level ${level} of the KTX2 texture`, 'is damaged.');
  return { data, width, height };
}
