import type { Stage } from '@overlook/engine';
import type { PhotoFrame } from '../photo-frame.ts';
import type { MarksPart } from '../load-engine.ts';
import { activeScreen } from '../../../../state/screens.ts';
import { viewCameraOf } from './photo-camera-of.ts';
import { pinsShown } from './pins-over.ts';
import { followMarks, shownMarks } from './shown-marks.ts';

/** Hidden marks are computed once the view has been still for this long, milliseconds. */
const STILL_MS = 150;

/** Draws the marks of the stages over a view of a photo, into `box`, until the signal aborts. */
export function drawMarks({ PhotoMarks }: MarksPart, frame: PhotoFrame, box: HTMLElement, signal: AbortSignal): void {
  const page = box.ownerDocument.defaultView!;
  const marks = new PhotoMarks(box);
  let timer = 0;
  let followed: { stage: Stage; end: () => void } | null = null;

  /** Hidden marks are computed again after the model has changed. */
  const follow = (stage: Stage) => {
    if (followed?.stage === stage) return;
    followed?.end();
    const again = () => {
      marks.clearHidden();
      findSoon();
    };
    followed = { stage, end: stage.on('sightChange', again) };
  };

  /** Continues until the visibility of every mark is known. */
  const findHidden = () => {
    const stage = activeScreen().stage;
    const camera = viewCameraOf(frame);
    if (!stage || !camera || signal.aborted) return;
    if (!stage.progress().settled) timer = page.setTimeout(findHidden, STILL_MS);
    else {
      follow(stage);
      const isDone = marks.refreshHidden((pointEcef) => stage.isHiddenFrom(camera.positionEcef, pointEcef));
      if (!isDone) timer = page.setTimeout(findHidden, 0);
    }
  };
  const findSoon = () => {
    page.clearTimeout(timer);
    timer = page.setTimeout(findHidden, STILL_MS);
  };
  const draw = () => {
    const camera = viewCameraOf(frame);
    if (!camera || camera.widthPx === 0 || camera.heightPx === 0) return;
    box.style.clipPath = clipOf(frame);
    marks.draw(camera, page.devicePixelRatio);
    findSoon();
  };
  const show = () => {
    marks.show(shownMarks(frame.photo.id));
    draw();
  };
  const undo = [
    followMarks(show),
    frame.subscribe(draw),
    pinsShown(frame, (x, y) => marks.pinsAt(x, y) ?? []),
    () => page.clearTimeout(timer),
    () => followed?.end(),
    () => marks.destroy(),
  ];
  show();
  signal.addEventListener('abort', () => undo.forEach((step) => step()));
}

/** Marks outside a flat photo are not drawn; a panorama fills its view. */
function clipOf(frame: PhotoFrame): string {
  const { projection, widthPx, heightPx } = frame.photo.photo;
  const [a, b] = [frame.toView({ x: 0, y: 0 }), frame.toView({ x: widthPx, y: heightPx })];
  if (projection === 'equirectangular' || !a || !b) return '';
  const { width, height } = frame.sizeCss;
  const [left, right] = [Math.min(a.x, b.x), width - Math.max(a.x, b.x)];
  const [top, bottom] = [Math.min(a.y, b.y), height - Math.max(a.y, b.y)];
  return `inset(${[top, right, bottom, left].map((side) => `${Math.max(0, side)}px`).join(' ')})`;
}
