/**
 * A picture drawn on the processor: the highest surface at each pixel is kept; in a view of a camera the height is the inverse
 * of the depth. Five bytes per pixel, seven with fine heights: the height among those of the picture, and the colour. A height
 * of 0 is an empty pixel.
 */

/** A corner of a triangle, or a point: picture coordinates in pixels from the north-west corner, height in metres. */
export interface PlanCorner {
  x: number;
  y: number;
  height: number;
}

/** What colours a triangle. */
export interface PlanPaint {
  /** Red, green and blue as displayed, 0 to 255; false where nothing is drawn. The weights are those of the corners. */
  colour(weightA: number, weightB: number, weightC: number, out: Uint8ClampedArray): boolean;
}

/** Heights are kept in this many steps between the lowest and the highest: coarse, a millimetre or two on a site of 100 m. */
const HEIGHT_STEPS = { coarse: 2 ** 16 - 2, fine: 2 ** 32 - 2 } as const;

export class PlanCanvas {
  /** 0 where nothing is drawn. */
  readonly heights: Uint16Array | Uint32Array;
  /** Flat red, green, blue. */
  readonly colours: Uint8ClampedArray;
  private readonly colour = new Uint8ClampedArray(3);
  private readonly steps: number;
  private readonly stepsPerMetre: number;

  constructor(
    readonly width: number,
    readonly height: number,
    private readonly lowest: number,
    highest: number,
    heights: keyof typeof HEIGHT_STEPS = 'coarse',
  ) {
    this.steps = HEIGHT_STEPS[heights];
    this.heights = heights === 'coarse' ? new Uint16Array(width * height) : new Uint32Array(width * height);
    this.colours = new Uint8ClampedArray(width * height * 3);
    this.stepsPerMetre = this.steps / Math.max(1e-3, highest - lowest);
  }

  /** Draws the pixels whose middles lie within the triangle. */
  triangle(a: PlanCorner, b: PlanCorner, c: PlanCorner, paint: PlanPaint): void {
    const area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    if (!(Math.abs(area) > 1e-12)) return;
    const west = Math.max(0, Math.ceil(Math.min(a.x, b.x, c.x) - 0.5));
    const east = Math.min(this.width - 1, Math.floor(Math.max(a.x, b.x, c.x) - 0.5));
    const north = Math.max(0, Math.ceil(Math.min(a.y, b.y, c.y) - 0.5));
    const south = Math.min(this.height - 1, Math.floor(Math.max(a.y, b.y, c.y) - 0.5));
    const [bx, by] = [(c.y - a.y) / area, -(c.x - a.x) / area];
    const [cx, cy] = [-(b.y - a.y) / area, (b.x - a.x) / area];
    for (let row = north; row <= south; row++) {
      const dy = row + 0.5 - a.y;
      for (let column = west; column <= east; column++) {
        const dx = column + 0.5 - a.x;
        const weightB = bx * dx + by * dy;
        const weightC = cx * dx + cy * dy;
        const weightA = 1 - weightB - weightC;
        if (weightA < 0 || weightB < 0 || weightC < 0) continue;
        const step = this.stepOf(weightA * a.height + weightB * b.height + weightC * c.height);
        const pixel = row * this.width + column;
        if (step <= this.heights[pixel]! || !paint.colour(weightA, weightB, weightC, this.colour)) continue;
        this.put(pixel, step, this.colour[0]!, this.colour[1]!, this.colour[2]!);
      }
    }
  }

  /** Draws a square of `side` pixels around a point. */
  dot({ x, y, height }: PlanCorner, side: number, red: number, green: number, blue: number): void {
    const step = this.stepOf(height);
    const west = Math.round(x - side / 2);
    const north = Math.round(y - side / 2);
    for (let row = Math.max(0, north); row < Math.min(this.height, north + side); row++)
      for (let column = Math.max(0, west); column < Math.min(this.width, west + side); column++) {
        const pixel = row * this.width + column;
        if (step > this.heights[pixel]!) this.put(pixel, step, red, green, blue);
      }
  }

  /** The height of a pixel that is not empty. */
  heightAt(pixel: number): number {
    return this.lowest + (this.heights[pixel]! - 1) / this.stepsPerMetre;
  }

  private stepOf(height: number): number {
    return 1 + Math.min(this.steps, Math.max(0, Math.round((height - this.lowest) * this.stepsPerMetre)));
  }

  private put(pixel: number, step: number, red: number, green: number, blue: number): void {
    this.heights[pixel] = step;
    this.colours[3 * pixel] = red;
    this.colours[3 * pixel + 1] = green;
    this.colours[3 * pixel + 2] = blue;
  }
}
