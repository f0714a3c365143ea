/**
 * Where the billboards of photos are on the screen: each over the place of its camera, smaller with the distance; those that
 * overlap are one with a count. The selected one hangs below its place, so that its frustum stays free.
 */
import { PHOTOS } from '@overlook/shared/config';
import { groupPins } from '@overlook/shared/maths';
import { type EnuSection, isShown } from '../geometry/half-spaces.ts';
import { isOnScreen, screenX, screenY, toClip } from '../overlays/screen-projection.ts';
import type { CameraFrame } from '../view/camera-frame.ts';

/** CSS pixels of a billboard that is near: the thumbnail, its frame, and how far the tip is from the frame. */
export const BOARD = { widthPx: 54, heightPx: 40, framePx: 2, tipPx: 6 } as const;
/** Of the one that is selected or pointed at. */
const RAISED_SCALE = 1.5;
/** How much smaller the farthest are, and from where to where on, metres. */
const FAR_SCALE = 0.7;
const NEAR_M = 20;
const FAR_M = 200;
/** Places nearer than this have billboards that overlap, CSS pixels. */
const OVERLAP_PX = 40;
/** A place so far beside the screen may still have its billboard reach in, CSS pixels. */
const MARGIN_PX = (RAISED_SCALE * BOARD.widthPx) / 2 + BOARD.framePx;

/** One billboard; sizes and places in CSS pixels. */
export interface Board {
  /** Of the photo that leads the group, in the list; and of all, that one first. */
  readonly photo: number;
  readonly members: readonly number[];
  /** The tip: where the camera of the photo is. */
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly isSelected: boolean;
  readonly isHovered: boolean;
}

export interface BoardView {
  readonly camera: CameraFrame;
  readonly section: EnuSection | null;
  /** Index of a photo, −1 for none. */
  readonly selected: number;
  readonly hovered: number;
}

/** In the order they are drawn: far ones first, the one that is pointed at and then the selected one last. */
export function layOutBoards(pointsEnu: Float64Array, view: BoardView): Board[] {
  const { selected, hovered } = view;
  const count = pointsEnu.length / 3;
  // The selected photo leads its group, then the better aligned.
  const order = Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => Number(b === selected) - Number(a === selected),
  );
  const { x, y, distance } = placesOf(pointsEnu, order, view);
  const { leaders, groupOf } = groupPins(x, y, OVERLAP_PX);
  const boards = leaders.map((leader, group): Board & { distance: number } => {
    const members = order.filter((_, k) => groupOf[k] === group && k !== leader);
    const photo = order[leader]!;
    const isSelected = photo === selected;
    const isHovered = photo === hovered || members.includes(hovered);
    const raised = isSelected || isHovered ? RAISED_SCALE : 1;
    const scale = raised * scaleAt(distance[leader]!);
    const place = { x: x[leader]!, y: y[leader]!, distance: distance[leader]! };
    return { photo, members: [photo, ...members], scale, isSelected, isHovered, ...place };
  });
  const rank = (board: Board) => (board.isSelected ? 2 : board.isHovered ? 1 : 0);
  return boards.sort((a, b) => rank(a) - rank(b) || b.distance - a.distance);
}

const scaleAt = (distanceM: number): number => {
  const share = Math.min(1, Math.max(0, (distanceM - NEAR_M) / (FAR_M - NEAR_M)));
  return 1 + (FAR_SCALE - 1) * share;
};

/** In the given order; x is NaN for what is not shown. */
function placesOf(pointsEnu: Float64Array, order: readonly number[], { camera, section }: BoardView) {
  const count = order.length;
  const clip = new Float64Array(pointsEnu.length);
  toClip(camera, pointsEnu, clip);
  const [x, y, distance] = [new Float64Array(count).fill(Number.NaN), new Float64Array(count), new Float64Array(count)];
  order.forEach((photo, k) => {
    const [e, n, u] = [pointsEnu[3 * photo]!, pointsEnu[3 * photo + 1]!, pointsEnu[3 * photo + 2]!];
    const away = Math.hypot(e - camera.x, n - camera.y, u - camera.z);
    if (away < PHOTOS.hiddenWithinM || !isOnScreen(clip, photo, camera, MARGIN_PX)) return;
    if (section && !isShown(section, e, n, u)) return;
    const w = clip[3 * photo + 2]!;
    x[k] = screenX(clip[3 * photo]!, w, camera);
    y[k] = screenY(clip[3 * photo + 1]!, w, camera);
    distance[k] = away;
  });
  return { x, y, distance };
}

/** Half of the width and height with the frame, CSS pixels. */
export const halfOf = ({ scale }: Board): readonly [x: number, y: number] => [
  (scale * BOARD.widthPx) / 2 + BOARD.framePx,
  (scale * BOARD.heightPx) / 2 + BOARD.framePx,
];

/** Middle of the frame, CSS pixels. */
export const middleOf = (board: Board): readonly [x: number, y: number] => {
  const away = halfOf(board)[1] + BOARD.tipPx;
  return [board.x, board.y + (board.isSelected ? away : -away)];
};

/** The billboard that is drawn at a CSS pixel, the foremost of several. */
export function boardAt(boards: readonly Board[], x: number, y: number): Board | null {
  const hit = boards.findLast((board) => {
    const [middleX, middleY] = middleOf(board);
    const [halfX, halfY] = halfOf(board);
    const isInFrame = Math.abs(x - middleX) <= halfX && Math.abs(y - middleY) <= halfY;
    const alongTip = (y - board.y) * (board.isSelected ? 1 : -1);
    return isInFrame || (Math.abs(x - board.x) <= alongTip && alongTip <= BOARD.tipPx);
  });
  return hit ?? null;
}
