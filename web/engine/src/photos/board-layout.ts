/**
 * The layout of billboards on the screen: each is above the position of its camera, and smaller with the distance. Those that
 * overlap become one with a count. The selected one is below its position, so that it does not cover its frustum.
 */
import { PHOTOS } from '@overlook/shared/config';
import { groupPins } from '@overlook/shared/maths';
import { type EnuSection, isShown } from '../geometry/half-spaces.ts';
import { isOnScreen, screenX, screenY, toClip } from '../overlays/screen-projection.ts';
import type { CameraFrame } from '../view/camera-frame.ts';

/** Sizes of a near billboard, CSS pixels: the thumbnail, its frame, and the distance from the frame to the tip. */
export const BOARD = { widthPx: 54, heightPx: 40, framePx: 2, tipPx: 6 } as const;
/** Scale of the one that is selected or hovered. */
const RAISED_SCALE = 1.5;
/** Scale of the farthest billboards, and the distances between which the scale falls, metres. */
const FAR_SCALE = 0.7;
const NEAR_M = 20;
const FAR_M = 200;
/** Billboards whose tips are nearer to each other than this overlap, CSS pixels. */
const OVERLAP_PX = 40;
/** A billboard whose tip is this far outside the screen may still be partly visible, CSS pixels. */
const MARGIN_PX = (RAISED_SCALE * BOARD.widthPx) / 2 + BOARD.framePx;

/** One billboard; sizes and positions in CSS pixels. */
export interface Board {
  /** Index in the list of the first photo of the group; indices of all of its photos, that one first. */
  readonly photo: number;
  readonly members: readonly number[];
  /** The tip: the position of the photo's camera. */
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

/** In drawing order: far ones first, then the hovered one, then the selected one. */
export function layOutBoards(pointsEnu: Float64Array, view: BoardView): Board[] {
  const { selected, hovered } = view;
  const count = pointsEnu.length / 3;
  // The selected photo is the first of its group, then the better aligned one.
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

/** In the given order; x is NaN for a photo that is not shown. */
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

/** Half the width and half the height including the frame, CSS pixels. */
export const halfOf = ({ scale }: Board): readonly [x: number, y: number] => [
  (scale * BOARD.widthPx) / 2 + BOARD.framePx,
  (scale * BOARD.heightPx) / 2 + BOARD.framePx,
];

/** Middle of the frame, CSS pixels. */
export const middleOf = (board: Board): readonly [x: number, y: number] => {
  const away = halfOf(board)[1] + BOARD.tipPx;
  return [board.x, board.y + (board.isSelected ? away : -away)];
};

/** The foremost billboard at a CSS pixel. */
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
