/** The marks, pins and areas of the stages over a photo, painted as over the model. */
import { type EnuFrame, type Vec3, enuFrame, llaFromEcef, transformPoint } from '@overlook/shared/maths';
import type { StageArea } from '../areas/area.ts';
import { placeArea } from '../areas/placed-areas.ts';
import type { LineMark, Mark } from '../overlays/mark.ts';
import { MarksCanvas } from '../overlays/marks-canvas.ts';
import { PinsCanvas } from '../overlays/pins/pins-canvas.ts';
import type { StagePin } from '../overlays/pins/pin.ts';
import { markCameraOf, type PhotoViewCamera } from './photo-view-camera.ts';

/** Main-thread time of one call that tests which marks the model hides. */
const OCCLUSION_BUDGET_MS = 8;

/** Plain data, ECEF metres. */
export interface PhotoMarksShown {
  readonly marks: readonly Mark[];
  readonly areas: readonly StageArea[];
  readonly pins: readonly StagePin[];
  readonly hoveredPinIds: readonly string[];
}

/** True if the model hides the point (ECEF metres) from the photo's camera; null if that is not known yet. */
export type HiddenFromPhoto = (pointEcef: Vec3) => boolean | null;

export class PhotoMarks {
  private readonly pins: PinsCanvas;
  private readonly marks: MarksCanvas;
  private frame: EnuFrame | null = null;
  private size = '';

  /** `parent` must be positioned; the canvases cover it and take no events. */
  constructor(parent: HTMLElement) {
    this.pins = new PinsCanvas(parent);
    this.marks = new MarksCanvas(parent);
  }

  show({ marks, areas, pins, hoveredPinIds }: PhotoMarksShown): void {
    this.marks.setMarks([...areas.flatMap(edgesOf), ...marks]);
    this.pins.show(pins, hoveredPinIds);
  }

  draw(view: PhotoViewCamera, pixelRatio: number): void {
    this.frame ??= enuFrame(llaFromEcef(view.positionEcef));
    const size = `${view.widthPx} ${view.heightPx} ${pixelRatio}`;
    if (size !== this.size) {
      this.pins.resize(view.widthPx, view.heightPx, pixelRatio);
      this.marks.resize(view.widthPx, view.heightPx, pixelRatio);
      this.size = size;
    }
    const camera = markCameraOf(view, this.frame);
    this.pins.draw(camera, this.frame, null);
    this.marks.draw(camera, this.frame);
  }

  /** Ids of the pins at a CSS pixel, the foremost first; null for none. */
  pinsAt(x: number, y: number): string[] | null {
    return this.pins.pinsAt(x, y);
  }

  /** Tests for a limited time which marks the model hides, and shows the result. True when all are tested. */
  refreshHidden(isHidden: HiddenFromPhoto): boolean {
    const { frame } = this;
    if (!frame) return true;
    const test = (pointEnu: Vec3) => isHidden(transformPoint(frame.ecefFromEnu, pointEnu));
    return (
      this.marks.refreshOcclusion(OCCLUSION_BUDGET_MS, test) && this.pins.refreshOcclusion(OCCLUSION_BUDGET_MS, test)
    );
  }

  /** The model has changed: discards the results of the tests. */
  clearHidden(): void {
    this.marks.clearOcclusion();
    this.pins.clearOcclusion();
  }

  destroy(): void {
    this.marks.destroy();
    this.pins.destroy();
  }
}

/** The edges of an area's volume. */
function edgesOf(area: StageArea): LineMark[] {
  const frame = enuFrame(llaFromEcef(area.cornersEcef[0]!));
  const { positions, edges } = placeArea(area, frame);
  const at = (i: number): Vec3 =>
    transformPoint(frame.ecefFromEnu, [positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!]);
  const lines: LineMark[] = [];
  for (let i = 0; i < edges.length; i += 2)
    lines.push({
      kind: 'line',
      id: `area ${area.id} ${i}`,
      pointsEcef: [at(edges[i]!), at(edges[i + 1]!)],
      color: area.color,
    });
  return lines;
}
