import type { Picture } from '../formats/pictures.ts';
import { displayOf, lightOf } from '../formats/linear-colours.ts';
import type { PlanPaint } from './plan-canvas.ts';
import type { MeshSurface } from './surfaces.ts';

const LIGHT_OF = Float32Array.from({ length: 256 }, (_, value) => lightOf(value));
const DISPLAY_STEPS = 4095;
const DISPLAY_OF = Uint8Array.from({ length: DISPLAY_STEPS + 1 }, (_, step) => displayOf(step / DISPLAY_STEPS));
const displayed = (light: number): number =>
  DISPLAY_OF[Math.min(DISPLAY_STEPS, Math.max(0, light * DISPLAY_STEPS)) | 0]!;

/** The colour of a mesh within one triangle after another. It is called for each pixel, so it allocates no objects. */
export class MeshPaint implements PlanPaint {
  private a = 0;
  private b = 0;
  private c = 0;
  private relief = 1;

  constructor(
    private readonly surface: MeshSurface,
    private readonly picture: Picture | null,
  ) {}

  begin(a: number, b: number, c: number, relief: number): void {
    this.a = a;
    this.b = b;
    this.c = c;
    this.relief = relief;
  }

  colour(weightA: number, weightB: number, weightC: number, out: Uint8ClampedArray): boolean {
    const { factor, colours, texture, leastAlpha } = this.surface;
    let red = factor[0]!;
    let green = factor[1]!;
    let blue = factor[2]!;
    let alpha = factor[3]!;
    if (colours) {
      red *= this.mix(colours, 4, 0, weightA, weightB, weightC);
      green *= this.mix(colours, 4, 1, weightA, weightB, weightC);
      blue *= this.mix(colours, 4, 2, weightA, weightB, weightC);
      alpha *= this.mix(colours, 4, 3, weightA, weightB, weightC);
    }
    if (texture && this.picture) {
      const { width, height, rgba } = this.picture;
      const column = texel(this.mix(texture.texcoords, 2, 0, weightA, weightB, weightC), width);
      const row = texel(this.mix(texture.texcoords, 2, 1, weightA, weightB, weightC), height);
      const at = 4 * (row * width + column);
      red *= LIGHT_OF[rgba[at]!]!;
      green *= LIGHT_OF[rgba[at + 1]!]!;
      blue *= LIGHT_OF[rgba[at + 2]!]!;
      alpha *= rgba[at + 3]! / 255;
    }
    if (alpha < leastAlpha) return false;
    out[0] = displayed(red) * this.relief;
    out[1] = displayed(green) * this.relief;
    out[2] = displayed(blue) * this.relief;
    return true;
  }

  private mix(values: Float32Array, size: number, channel: number, a: number, b: number, c: number): number {
    return (
      values[this.a * size + channel]! * a + values[this.b * size + channel]! * b + values[this.c * size + channel]! * c
    );
  }
}

/** Outside 0 to 1 the picture repeats. */
function texel(coordinate: number, size: number): number {
  const within = coordinate >= 0 && coordinate <= 1 ? coordinate : coordinate - Math.floor(coordinate);
  return Math.min(size - 1, (within * size) | 0) || 0;
}
