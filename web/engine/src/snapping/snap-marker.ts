import type { SnapKind } from '@overlook/shared/config';
import type { Vec3 } from '@overlook/shared/maths';
import { SNAP_MESSAGES } from '@overlook/shared/messages';
import { CASING_COLOR, LABEL_COLOR, LABEL_FONT, LABEL_RING_COLOR, MARK_COLOR } from '../overlays/mark-styles.ts';
import type { CameraFrame } from '../view/camera-frame.ts';
import type { ScreenXy } from '../view/screen-ray.ts';
import type { SnapCandidate } from './candidates.ts';
import { ScreenAround } from './screen-around.ts';

/** Paths around 0, 0 in CSS pixels: a square for corners, a line for edges, a cross for axes, a circle for centres, a dot for surfaces. */
const FORMS = {
  square: 'M-7-7H7V7H-7Z',
  line: 'M-9 0H9',
  cross: 'M-7-7L7 7M7-7L-7 7',
  circle: 'M7 0A7 7 0 1 1-7 0A7 7 0 1 1 7 0Z',
  dot: 'M1.5 0A1.5 1.5 0 1 1-1.5 0A1.5 1.5 0 1 1 1.5 0Z',
} as const;

const LOOKS: Readonly<Record<SnapKind, readonly [form: keyof typeof FORMS, word: string]>> = {
  vertex: ['square', SNAP_MESSAGES['snap.vertex']],
  intersection: ['square', SNAP_MESSAGES['snap.intersection']],
  circleCentre: ['circle', SNAP_MESSAGES['snap.circleCentre']],
  edgeMiddle: ['line', SNAP_MESSAGES['snap.edgeMiddle']],
  edge: ['line', SNAP_MESSAGES['snap.edge']],
  axis: ['cross', SNAP_MESSAGES['snap.axis']],
  planeEdge: ['line', SNAP_MESSAGES['snap.planeEdge']],
  plane: ['dot', SNAP_MESSAGES['snap.plane']],
};

const SVG = 'http://www.w3.org/2000/svg';

/**
 * The mark of what the pointer has caught: its form and its word, over the stage. It stands still, as the camera does while something
 * is caught, so it is no mark of the canvas, which every page loads. It is not part of screenshots.
 */
export class SnapMarker {
  private readonly group: HTMLElement;
  private readonly paths: readonly Element[];
  private readonly word: HTMLElement;

  constructor(container: HTMLElement) {
    const page = container.ownerDocument;
    this.group = page.createElement('div');
    this.group.setAttribute('aria-hidden', 'true');
    this.group.style.cssText = 'position:absolute;left:0;top:0;z-index:1;pointer-events:none;display:none';
    const picture = page.createElementNS(SVG, 'svg');
    // Not the attribute: strict policies of pages forbid it.
    picture.style.cssText = 'position:absolute;overflow:visible;fill:none';
    picture.setAttribute('width', '1');
    picture.setAttribute('height', '1');
    this.paths = [
      [CASING_COLOR, 4.5],
      [MARK_COLOR, 2],
    ].map(([color, widthPx]) => {
      const path = page.createElementNS(SVG, 'path');
      path.setAttribute('stroke', String(color));
      path.setAttribute('stroke-width', String(widthPx));
      picture.append(path);
      return path;
    });
    this.word = page.createElement('span');
    this.word.style.cssText = `position:absolute;left:14px;top:-30px;white-space:nowrap;font:${LABEL_FONT}/19px sans-serif;font-family:inherit;padding:0 7px;border-radius:4px;background:${LABEL_COLOR};color:${MARK_COLOR};box-shadow:0 0 0 1px ${LABEL_RING_COLOR}`;
    this.group.append(picture, this.word);
    container.append(this.group);
  }

  /** Shows what is caught, else a dot at the surface (ENU metres); nothing without both. */
  show(
    caught: SnapCandidate | null,
    surfaceEnu: Vec3 | null,
    { camera, place }: { camera: CameraFrame; place: ScreenXy },
  ): void {
    const pointEnu = caught?.pointEnu ?? surfaceEnu;
    if (!pointEnu) return this.hide();
    const [form, word] = caught ? LOOKS[caught.kind] : (['dot', ''] as const);
    const [x, y] = new ScreenAround(camera, place).xyOf(pointEnu);
    const { style, dataset } = this.group;
    // For tests and for pages that style it.
    dataset['snap'] = caught?.kind ?? 'surface';
    for (const path of this.paths) path.setAttribute('d', FORMS[form]);
    this.word.textContent = word;
    this.word.style.display = word === '' ? 'none' : '';
    style.transform = `translate(${x}px,${y}px)`;
    style.display = '';
    // At the right end the word stands before the form.
    const isNearEnd = x > camera.widthPx - 180;
    this.word.style.left = isNearEnd ? '' : '14px';
    this.word.style.right = isNearEnd ? '14px' : '';
  }

  hide(): void {
    this.group.style.display = 'none';
  }

  destroy(): void {
    this.group.remove();
  }
}
