import { expect, it } from 'vitest';
import type { TextureSource } from '../content/content.ts';
import { Anisotropy, uploadTexture } from './gpu-texture.ts';
import { mipCount } from './mip-levels.ts';

const LINEAR = 0x2601;
const LINEAR_MIPMAP_LINEAR = 0x2703;

/** Records the calls that the tests compare; all other functions do nothing. */
function recordingGl() {
  const storage: number[] = [];
  const compressed: number[] = [];
  const anisotropies: number[] = [];
  const made: string[] = [];
  const named = {
    TEXTURE_2D: 0x0de1,
    LINEAR,
    createTexture: () => ({}),
    texStorage2D: (_target: number, levels: number) => void storage.push(levels),
    compressedTexImage2D: (_target: number, level: number) => void compressed.push(level),
    generateMipmap: () => void made.push('by WebGL'),
    getExtension: () => ({ TEXTURE_MAX_ANISOTROPY_EXT: 1, MAX_TEXTURE_MAX_ANISOTROPY_EXT: 2 }),
    getParameter: () => 8,
    texParameterf: (_target: number, _name: number, value: number) => void anisotropies.push(value),
  };
  const gl = new Proxy(named, {
    get: (target, name) => Reflect.get(target, name) ?? (() => undefined),
  }) as unknown as WebGL2RenderingContext;
  return { gl, storage, compressed, anisotropies, made };
}

const sampler = (minFilter: number) => ({ wrapS: 0, wrapT: 0, minFilter, magFilter: LINEAR });
const picture = (minFilter: number): TextureSource => ({
  kind: 'bitmap',
  bitmap: { width: 300, height: 200, close: () => undefined } as ImageBitmap,
  sampler: sampler(minFilter),
  isData: true,
});

it('has mip levels down to one texel', () => {
  expect([mipCount(1, 1), mipCount(2, 1), mipCount(256, 64), mipCount(300, 200)]).toEqual([1, 2, 9, 9]);
});

it('creates mip levels only if the sampler reads them', () => {
  const { gl, storage, made } = recordingGl();
  expect(uploadTexture(gl, picture(LINEAR))).toMatchObject({ bytes: 240_000, isMipmapped: false });
  expect(uploadTexture(gl, picture(LINEAR_MIPMAP_LINEAR))).toMatchObject({ bytes: 320_000, isMipmapped: true });
  expect(storage).toEqual([1, 9]);
  expect(made).toEqual(['by WebGL']);
});

it('uploads only the first compressed level if the sampler reads no other', () => {
  const { gl, compressed } = recordingGl();
  const levels = [64, 16, 4].map((size) => ({ data: new Uint8Array(size), width: size, height: size }));
  const source = { kind: 'compressed', internalFormat: 0x9278, levels } as const;
  expect(uploadTexture(gl, { ...source, sampler: sampler(LINEAR) }).bytes).toBe(64);
  expect(uploadTexture(gl, { ...source, sampler: sampler(LINEAR_MIPMAP_LINEAR) }).bytes).toBe(84);
  expect(compressed).toEqual([0, 0, 1, 2]);
});

it('sets the anisotropy once, at most to the maximum of the device, and only on textures with mip levels', () => {
  const { gl, anisotropies } = recordingGl();
  const anisotropy = new Anisotropy(gl);
  const texture = uploadTexture(gl, picture(LINEAR_MIPMAP_LINEAR));
  for (const wanted of [1, 4, 4, 16]) anisotropy.set(texture, wanted);
  anisotropy.set(uploadTexture(gl, picture(LINEAR)), 4);
  expect(anisotropies).toEqual([4, 8]);
});
