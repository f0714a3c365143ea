import type { LevelStep } from './level-step.ts';
import type { Mat4 } from '@overlook/shared/maths';

/** A level move of points in a frame whose z is up: a turn about the vertical through a middle, then a shift. */
export class LevelMove {
  constructor(
    /** Of the turn, metres. */
    readonly middle: readonly [number, number],
    readonly stepM: LevelStep = [0, 0, 0, 0],
  ) {}

  /** This move, then a small one. */
  followedBy([east, north, up, turn]: LevelStep): LevelMove {
    const [e, n, u, t] = this.stepM;
    // The small one turns what has been shifted.
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    return new LevelMove(this.middle, [c * e - s * n + east, s * e + c * n + north, u + up, t + turn]);
  }

  /** Writes moved flat xyz to `out`. */
  apply(xyz: Float64Array, out: Float64Array): void {
    const [mx, my] = this.middle;
    const [e, n, u, turn] = this.stepM;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    for (let at = 0; at < xyz.length; at += 3) {
      const x = xyz[at]! - mx;
      const y = xyz[at + 1]! - my;
      out[at] = c * x - s * y + mx + e;
      out[at + 1] = s * x + c * y + my + n;
      out[at + 2] = xyz[at + 2]! + u;
    }
  }

  /** Column-major. */
  matrix(): Mat4 {
    const [mx, my] = this.middle;
    const [e, n, u, turn] = this.stepM;
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    return [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, mx - c * mx + s * my + e, my - s * mx - c * my + n, u, 1];
  }
}
