/** Where the parts of the marks are on the screen for one camera. The arrays are filled anew for each. */
import type { CameraFrame } from '../view/camera-frame.ts';
import type { PlacedMarks } from './placed-marks.ts';
import {
  SEGMENT_STRIDE,
  clipSegment,
  isOnScreen,
  screenX,
  screenY,
  shareInSpace,
  toClip,
} from './screen-projection.ts';

/** Half of the largest disc: what is centred this far outside may still reach in. CSS pixels. */
const MARGIN_PX = 16;

export class ScreenMarks {
  /** Flat x, y, w of every vertex. */
  readonly clip: Float64Array;
  /** 1 for the parts that are at least partly on the screen. */
  readonly isShown: Uint8Array;
  /** For each part {@link SEGMENT_STRIDE} numbers as of clipSegment; for points and labels x, y, w count. */
  readonly parts: Float64Array;
  private camera: CameraFrame | null = null;

  constructor(readonly placed: PlacedMarks) {
    const partCount = placed.partEnds.length / 2;
    this.clip = new Float64Array(placed.verticesEnu.length);
    this.isShown = new Uint8Array(partCount);
    this.parts = new Float64Array(SEGMENT_STRIDE * partCount);
  }

  /** The camera of the newest update. */
  get view(): CameraFrame | null {
    return this.camera;
  }

  update(camera: CameraFrame): void {
    this.camera = camera;
    const { marks, firstPart, partEnds, verticesEnu } = this.placed;
    const { clip, isShown, parts } = this;
    toClip(camera, verticesEnu, clip);
    for (let i = 0; i < marks.length; i++) {
      const isLine = marks[i]!.kind === 'line';
      for (let part = firstPart[i]!; part < firstPart[i + 1]!; part++) {
        const at = SEGMENT_STRIDE * part;
        const [a, b] = [partEnds[2 * part]!, partEnds[2 * part + 1]!];
        if (isLine) {
          isShown[part] = clipSegment(clip, a, b, camera, MARGIN_PX, parts, at) ? 1 : 0;
          continue;
        }
        isShown[part] = isOnScreen(clip, a, camera, MARGIN_PX) ? 1 : 0;
        const w = clip[3 * a + 2]!;
        parts[at] = screenX(clip[3 * a]!, w, camera);
        parts[at + 1] = screenY(clip[3 * a + 1]!, w, camera);
        parts[at + 2] = w;
      }
    }
  }

  /** Length on the screen of what is shown of a segment, CSS pixels. */
  lengthPx(part: number): number {
    const { parts } = this;
    const at = SEGMENT_STRIDE * part;
    return Math.hypot(parts[at + 3]! - parts[at]!, parts[at + 4]! - parts[at + 1]!);
  }

  /** The point in ENU metres at the share `s` of what is shown of a part, counted on the screen; for a point itself. */
  pointEnu(part: number, s: number): [number, number, number] {
    const { partEnds, verticesEnu: v } = this.placed;
    const [a, b] = [3 * partEnds[2 * part]!, 3 * partEnds[2 * part + 1]!];
    if (a === b) return [v[a]!, v[a + 1]!, v[a + 2]!];
    const at = SEGMENT_STRIDE * part;
    const [w0, w1, t0, t1] = [this.parts[at + 2]!, this.parts[at + 5]!, this.parts[at + 6]!, this.parts[at + 7]!];
    const t = t0 + (t1 - t0) * shareInSpace(s, w0, w1);
    return [
      v[a]! + (v[b]! - v[a]!) * t,
      v[a + 1]! + (v[b + 1]! - v[a + 1]!) * t,
      v[a + 2]! + (v[b + 2]! - v[a + 2]!) * t,
    ];
  }
}

/** True when both cameras put every point at the same pixel. */
export function isSameView(a: CameraFrame, b: CameraFrame): boolean {
  if (a === b) return true;
  if (a.x !== b.x || a.y !== b.y || a.z !== b.z) return false;
  if (a.widthPx !== b.widthPx || a.heightPx !== b.heightPx || a.near !== b.near) return false;
  for (let i = 0; i < 16; i++) if (a.clipFromEnuAxes[i] !== b.clipFromEnuAxes[i]) return false;
  return true;
}
