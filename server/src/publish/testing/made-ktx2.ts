import { startCompiled } from '../formats/basis-transcoder.ts';

/** The part of the encoder's interface that is used; the package has no types. */
interface Encoder {
  setCreateKTX2File(isWanted: boolean): void;
  setSliceSourceImage(slice: number, rgba: Uint8Array, width: number, height: number, isPng: number): boolean;
  setUASTC(isWanted: boolean): void;
  setMipGen(isWanted: boolean): void;
  encode(target: Uint8Array): number;
  delete(): void;
}
interface EncoderModule {
  BasisEncoder: new () => Encoder;
  initializeBasis(): void;
}

/** A picture as KTX2 with its mip levels. `rgba` is flat, of a square with `side` pixels a side. */
export async function aKtx2(rgba: Uint8Array, side: number): Promise<Buffer> {
  const module = await startCompiled('basis_encoder', async (start, wasmBinary) => {
    return (await start({ wasmBinary, print: () => undefined })) as EncoderModule;
  });
  module.initializeBasis();
  const encoder = new module.BasisEncoder();
  encoder.setCreateKTX2File(true);
  encoder.setUASTC(true);
  encoder.setMipGen(true);
  encoder.setSliceSourceImage(0, rgba, side, side, 0);
  const target = new Uint8Array(4 * rgba.byteLength + 10_000);
  const byteLength = encoder.encode(target);
  encoder.delete();
  return Buffer.from(target.subarray(0, byteLength));
}
