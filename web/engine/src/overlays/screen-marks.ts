/** Where the parts of the marks are on the screen for one camera. The arrays are filled again for each. */
import type { EnuSection } from '../geometry/half-spaces.ts';
import { shareInSpace } from '../view/camera-frame.ts';
import { WHOLE, isVertexShown, shownStretch } from './cut-marks.ts';
import type { PlacedMarks } from './placed-marks.ts';
import {
  type MarkCamera,
  SEGMENT_STRIDE,
  clipSegment,
  isOnScreen,
  screenX,
  screenY,
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
  private camera: MarkCamera | null = null;
  private cut: EnuSection | null = null;

  constructor(readonly placed: PlacedMarks) {
    const partCount = placed.partEnds.length / 2;
    this.clip = new Float64Array(placed.verticesEnu.length);
    this.isShown = new Uint8Array(partCount);
    this.parts = new Float64Array(SEGMENT_STRIDE * partCount);
  }

  /** The camera of the newest update. */
  get view(): MarkCamera | null {
    return this.camera;
  }

  /** The section of the newest update: marks outside it are not on the screen. */
  get section(): EnuSection | null {
    return this.cut;
  }

  update(camera: MarkCamera, section: EnuSection | null): void {
    this.camera = camera;
    this.cut = section;
    const { marks, firstPart, partEnds, verticesEnu } = this.placed;
    const { clip, isShown, parts } = this;
    toClip(camera, verticesEnu, clip);
    for (let i = 0; i < marks.length; i++) {
      const isLine = marks[i]!.kind === 'line';
      const cut = marks[i]!.isUncut ? null : section;
      if (cut && !isLine) this.cutVertices(i, cut);
      for (let part = firstPart[i]!; part < firstPart[i + 1]!; part++) {
        const at = SEGMENT_STRIDE * part;
        const [a, b] = [partEnds[2 * part]!, partEnds[2 * part + 1]!];
        if (isLine) {
          isShown[part] = clipSegment(
            clip,
            a,
            b,
            camera,
            MARGIN_PX,
            parts,
            at,
            cut ? shownStretch(this.placed, a, b, cut) : WHOLE,
          )
            ? 1
            : 0;
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

  /** A cut point or label is not on the screen; of a label's line the shown interval remains. */
  private cutVertices(mark: number, section: EnuSection): void {
    const { placed, clip } = this;
    const point = placed.firstVertex[mark]!;
    if (!isVertexShown(placed, point, section)) clip[3 * point + 2] = Number.NaN;
    if (placed.firstVertex[mark + 1]! - point < 3) return;
    const [a, b] = [point + 1, point + 2];
    const [t0, t1] = shownStretch(placed, a, b, section);
    for (let k = 0; k < 3; k++) {
      const [start, end] = [clip[3 * a + k]!, clip[3 * b + k]!];
      clip[3 * a + k] = t0 <= t1 ? start + (end - start) * t0 : Number.NaN;
      clip[3 * b + k] = t0 <= t1 ? start + (end - start) * t1 : Number.NaN;
    }
  }

  /** Length on the screen of the shown part of a segment, CSS pixels. */
  lengthPx(part: number): number {
    const { parts } = this;
    const at = SEGMENT_STRIDE * part;
    return Math.hypot(parts[at + 3]! - parts[at]!, parts[at + 4]! - parts[at + 1]!);
  }

  /** The point in ENU metres at the share `s` of the shown part, counted on the screen; for a point itself. */
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
export function isSameView(a: MarkCamera, b: MarkCamera): boolean {
  if (a === b) return true;
  if (a.x !== b.x || a.y !== b.y || a.z !== b.z) return false;
  if (a.widthPx !== b.widthPx || a.heightPx !== b.heightPx || a.near !== b.near) return false;
  for (let i = 0; i < 16; i++) if (a.clipFromEnuAxes[i] !== b.clipFromEnuAxes[i]) return false;
  return true;
}
