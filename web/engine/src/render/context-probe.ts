/**
 * Tries what a browser may do wrongly although it offers it, once at the start of a context. Each has another way that is
 * taken instead: bitmaps of workers are copied, textures come in another format, sums of transparent surfaces and stills do
 * without float targets.
 */
import type { CompressedTextureSupport } from '../content/content.ts';
import { TARGETS } from '../content/textures/texture-targets.ts';
import { makeTexture, TexelProbe } from './texel-probe.ts';
import { canRenderHalfFloats, refuseHalfFloats } from './float-targets.ts';
import { textureSupport } from './texture-support.ts';

/** The colour of all probes, in the middle of the values that the formats can hold near it. */
const COLOR = [200, 100, 50] as const;
/** Largest difference of a compressed colour from {@link COLOR}. */
const TOLERANCE = 12;

/** One block of 4 × 4 texels with {@link COLOR} for each format that is offered. */
const BLOCKS: Record<Exclude<CompressedTextureSupport[number], 'rgba8'>, readonly number[]> = {
  // A void-extent block: the colour as four numbers of 16 bits.
  astc: [0xfc, 0xfd, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xc8, 0xc8, 0x64, 0x64, 0x32, 0x32, 0xff, 0xff],
  // Mode 6 with two equal endpoints.
  bc7: [0x40, 0x32, 0x59, 0x26, 0xcb, 0x64, 0xfe, 0x7f, 0, 0, 0, 0, 0, 0, 0, 0],
  // Alpha 255, then both endpoints in 5, 6 and 5 bits.
  bc3: [0xff, 0xff, 0, 0, 0, 0, 0, 0, 0x26, 0xcb, 0x26, 0xcb, 0, 0, 0, 0],
  // Alpha of EAC, then the colour in the differential mode with a difference of 0.
  etc2: [0xff, 0x10, 0, 0, 0, 0, 0, 0, 0xc8, 0x60, 0x30, 0x02, 0, 0, 0, 0],
};

const isRight = (color: Uint8Array) => COLOR.every((value, i) => Math.abs(color[i]! - value) <= TOLERANCE);

/**
 * The formats of {@link textureSupport} whose textures have the colours that were stored, best first. Half-float targets that
 * do not add what is drawn are refused from now on ({@link canRenderHalfFloats}). A lost context answers as it promised.
 */
export async function probeContext(gl: WebGL2RenderingContext): Promise<CompressedTextureSupport> {
  const offered = textureSupport(gl);
  const compressed = offered.filter((format) => format !== 'rgba8');
  const hasHalfFloats = canRenderHalfFloats(gl);
  if (compressed.length === 0 && !hasHalfFloats) return offered;
  const colors = await probed(gl, (probe) => [
    ...compressed.map((format) => compressedTexture(gl, format)),
    ...(hasHalfFloats ? [sumTexture(gl, probe)] : []),
  ]);
  if (!colors) return offered;
  const colorAt = (i: number) => colors.subarray(4 * i, 4 * i + 4);
  if (hasHalfFloats && !isRight(colorAt(compressed.length))) refuseHalfFloats(gl);
  return offered.filter((format) => format === 'rgba8' || isRight(colorAt(compressed.indexOf(format))));
}

/** Whether a bitmap of {@link COLOR} has that colour as a texture; false if the context is lost. Closes it. */
export async function showsBitmap(gl: WebGL2RenderingContext, bitmap: ImageBitmap): Promise<boolean> {
  const colors = await probed(gl, () => {
    const texture = makeTexture(gl);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, bitmap.width, bitmap.height);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
    return [texture];
  });
  bitmap.close();
  return colors !== null && isRight(colors);
}

/** The colours of textures, at least one; null if the context is lost. */
async function probed(
  gl: WebGL2RenderingContext,
  makeTextures: (probe: TexelProbe) => readonly WebGLTexture[],
): Promise<Uint8Array | null> {
  const probe = new TexelProbe(gl);
  const colors = await probe.colors(() => makeTextures(probe));
  probe.destroy();
  return gl.isContextLost() ? null : colors;
}

function compressedTexture(gl: WebGL2RenderingContext, format: keyof typeof BLOCKS): WebGLTexture {
  const texture = makeTexture(gl);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, 0);
  const { internalFormat } = TARGETS[format].alpha;
  gl.compressedTexImage2D(gl.TEXTURE_2D, 0, internalFormat, 4, 4, 0, Uint8Array.from(BLOCKS[format]));
  return texture;
}

/** Two times half of {@link COLOR}, added in a half-float target. */
function sumTexture(gl: WebGL2RenderingContext, probe: TexelProbe): WebGLTexture {
  const half = makeTexture(gl);
  const texel = Uint8Array.from([...COLOR.map((value) => value / 2), 255]);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, texel);
  const sum = makeTexture(gl);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA16F, 1, 1);
  probe.copy(half, sum, 0);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE);
  probe.copy(half, sum, 0);
  gl.disable(gl.BLEND);
  gl.deleteTexture(half);
  return sum;
}
