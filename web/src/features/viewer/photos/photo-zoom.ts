/** The placement of a flat photo in its view: all of it at 100 %, up to eight times that, moved and turned. No DOM. */
import type { PhotoPixel } from '@overlook/shared/maths';
import type { ViewPoint, ViewSize } from './photo-frame.ts';

/** Largest zoom, in times of the whole photo in its view. */
export const ZOOM_MOST = 8;

export interface PictureSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** `x` and `y`: middle of the photo from the middle of the view, CSS pixels. `turns`: quarters to the right, 0 to 3. */
export interface Placement {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
  readonly turns: number;
}

export const WHOLE: Placement = { zoom: 1, x: 0, y: 0, turns: 0 };

/** Width and height of the turned photo, pixels. */
const turnedSize = ({ widthPx, heightPx }: PictureSize, turns: number): ViewSize =>
  turns % 2 === 0 ? { width: widthPx, height: heightPx } : { width: heightPx, height: widthPx };

/** CSS pixels per pixel of the photo. */
export function scaleOf({ zoom, turns }: Placement, picture: PictureSize, view: ViewSize): number {
  const { width, height } = turnedSize(picture, turns);
  return zoom * Math.min(view.width / width, view.height / height);
}

/** The nearest placement with an allowed zoom in which the photo leaves as little of the view empty as possible. */
export function clamped(placement: Placement, picture: PictureSize, view: ViewSize): Placement {
  const zoom = Math.min(ZOOM_MOST, Math.max(1, placement.zoom));
  const { turns } = placement;
  const scale = scaleOf({ ...placement, zoom }, picture, view);
  const { width, height } = turnedSize(picture, turns);
  const held = (at: number, size: number, room: number) => {
    const most = Math.max(0, (size * scale - room) / 2);
    return Math.min(most, Math.max(-most, at));
  };
  return { zoom, turns, x: held(placement.x, width, view.width), y: held(placement.y, height, view.height) };
}

/** Zoomed by a factor about a place of the view, which keeps its pixel. */
export function zoomedAt(
  placement: Placement,
  factor: number,
  at: ViewPoint,
  picture: PictureSize,
  view: ViewSize,
): Placement {
  const zoom = Math.min(ZOOM_MOST, Math.max(1, placement.zoom * factor));
  const ratio = zoom / placement.zoom;
  const [fromX, fromY] = [at.x - view.width / 2, at.y - view.height / 2];
  const moved = {
    ...placement,
    zoom,
    x: fromX + (placement.x - fromX) * ratio,
    y: fromY + (placement.y - fromY) * ratio,
  };
  return clamped(moved, picture, view);
}

/** The vector turned by quarters to the right; y points down. */
function turned(x: number, y: number, turns: number): [number, number] {
  switch (((turns % 4) + 4) % 4) {
    case 1:
      return [-y, x];
    case 2:
      return [-x, -y];
    case 3:
      return [y, -x];
    default:
      return [x, y];
  }
}

export function toView(pixel: PhotoPixel, placement: Placement, picture: PictureSize, view: ViewSize): ViewPoint {
  const scale = scaleOf(placement, picture, view);
  const [x, y] = turned(pixel.x - picture.widthPx / 2, pixel.y - picture.heightPx / 2, placement.turns);
  return { x: view.width / 2 + placement.x + x * scale, y: view.height / 2 + placement.y + y * scale };
}

/** The pixel at a place of the view, also outside the picture. */
export function toPixel(at: ViewPoint, placement: Placement, picture: PictureSize, view: ViewSize): PhotoPixel {
  const scale = scaleOf(placement, picture, view);
  const [x, y] = turned(
    (at.x - view.width / 2 - placement.x) / scale,
    (at.y - view.height / 2 - placement.y) / scale,
    -placement.turns,
  );
  return { x: x + picture.widthPx / 2, y: y + picture.heightPx / 2 };
}
