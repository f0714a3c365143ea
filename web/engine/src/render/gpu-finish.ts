/** Material values of a primitive on the GPU, for finish-shader.ts. */
import type { Finish, MapName } from '../content/content.ts';
import type { Anisotropy, GpuTexture } from './gpu-texture.ts';
import type { TileProgram } from './tile-program.ts';
import { FINISH_MAPS, Variant } from './tile-shader.ts';

export interface GpuFinish {
  /** Metallic, roughness, normal scale, occlusion strength. */
  readonly factors: Float32Array;
  readonly emissive: Float32Array;
  /** Textures in the order of {@link MAPS}. */
  readonly maps: readonly (GpuTexture | null)[];
  /** 1 for each map that uses the second UV set. */
  readonly secondUvOf: Int32Array;
}

const MAPS = [
  { name: 'metallicRoughness', bit: Variant.MetalMap, uniform: 'metalMap' },
  { name: 'normal', bit: Variant.NormalMap, uniform: 'normalMap' },
  { name: 'occlusion', bit: Variant.OcclusionMap, uniform: 'occlusionMap' },
  { name: 'emissive', bit: Variant.EmissiveMap, uniform: 'emissiveMap' },
] as const satisfies readonly { name: MapName; bit: number; uniform: string }[];
/** Texture unit of the first map. */
const FIRST_UNIT = 3;

/** Bits of all variants with a finish. */
export const FINISH_BITS = Variant.Finish | FINISH_MAPS;

export function gpuFinish({ maps, ...finish }: Finish, textures: readonly GpuTexture[]): GpuFinish {
  const { metallic, roughness, normalScale, occlusionStrength, emissive } = finish;
  return {
    factors: Float32Array.of(metallic, roughness, normalScale, occlusionStrength),
    emissive: Float32Array.from(emissive),
    maps: MAPS.map(({ name }) => (maps[name] ? (textures[maps[name].texture] ?? null) : null)),
    secondUvOf: Int32Array.from(MAPS, ({ name }) => Number(maps[name]?.isSecondUv ?? false)),
  };
}

export const finishVariant = ({ maps }: GpuFinish): number =>
  MAPS.reduce((bits, { bit }, i) => (maps[i] ? bits | bit : bits), Variant.Finish as number);

/** Sets the texture units of the maps in the current, newly linked program. */
export function setMapUnits(gl: WebGL2RenderingContext, handle: WebGLProgram): void {
  MAPS.forEach(({ uniform }, i) => gl.uniform1i(gl.getUniformLocation(handle, uniform), FIRST_UNIT + i));
}

/** Sets the material of the next draw. Call it when the finish or the program changes. Leaves unit 0 active. */
export function setFinish(
  gl: WebGL2RenderingContext,
  program: TileProgram,
  { factors, emissive, maps, secondUvOf }: GpuFinish,
  anisotropy: Anisotropy,
  maxAnisotropy: number,
): void {
  gl.uniform4fv(program.finish, factors);
  gl.uniform3fv(program.emissive, emissive);
  if (program.secondUvOf) gl.uniform4iv(program.secondUvOf, secondUvOf);
  maps.forEach((map, i) => {
    if (!map) return;
    gl.activeTexture(gl.TEXTURE0 + FIRST_UNIT + i);
    gl.bindTexture(gl.TEXTURE_2D, map.handle);
    anisotropy.set(map, maxAnisotropy);
  });
  gl.activeTexture(gl.TEXTURE0);
}

/** Unbinds the maps after the last draw of a pass. Leaves unit 0 active. */
export function releaseMaps(gl: WebGL2RenderingContext): void {
  MAPS.forEach((_, i) => {
    gl.activeTexture(gl.TEXTURE0 + FIRST_UNIT + i);
    gl.bindTexture(gl.TEXTURE_2D, null);
  });
  gl.activeTexture(gl.TEXTURE0);
}
