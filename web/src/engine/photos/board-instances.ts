/** Billboards as instances of one quad. */
import { HIDDEN_ALPHA } from '../overlays/mark-styles.ts';
import { ATLAS, type BoardLabel, cellAt } from './board-atlas.ts';
import { kindSign } from './board-badges.ts';
import { type Board, halfOf, middleOf } from './board-layout.ts';
import type { StagePhoto } from './photo.ts';
import { CELL, type Thumbnails } from './thumbnails.ts';

export interface DrawnBoards {
  readonly count: number;
  /** Four numbers each; board-shader.ts says which. */
  readonly attributes: {
    readonly instanceFrames: Float32Array;
    readonly instanceTips: Float32Array;
    readonly instancePictures: Float32Array;
    readonly instanceLooks: Float32Array;
  };
}

const emptyAttributes = (count: number) => ({
  instanceFrames: new Float32Array(4 * count),
  instanceTips: new Float32Array(4 * count),
  instancePictures: new Float32Array(4 * count),
  instanceLooks: new Float32Array(4 * count),
});

export const NO_BOARDS: DrawnBoards = { count: 0, attributes: emptyAttributes(0) };

/** Between a frame and the label beside it, CSS pixels. */
const LABEL_GAP_PX = 4;

export interface BoardLooks {
  readonly photos: readonly StagePhoto[];
  readonly thumbnails: Thumbnails;
  readonly label: BoardLabel | null;
  isHidden(photo: number): boolean;
}

export function drawnBoards(boards: readonly Board[], looks: BoardLooks): DrawnBoards {
  const labelled = looks.label ? boards.findLast(({ isHovered }) => isHovered) : undefined;
  const count = boards.length + (labelled ? 1 : 0);
  const attributes = emptyAttributes(count);
  boards.forEach((board, i) => put(attributes, i, board, looks));
  if (labelled && looks.label) putLabel(attributes, boards.length, labelled, looks.label);
  return { count, attributes };
}

function put(
  to: DrawnBoards['attributes'],
  i: number,
  board: Board,
  { photos, thumbnails, isHidden }: BoardLooks,
): void {
  const { kind, thumbnailUrl } = photos[board.photo]!;
  const place = thumbnails.placeOf(thumbnailUrl);
  const isRaised = board.isSelected || board.isHovered;
  to.instanceFrames.set([...middleOf(board), ...halfOf(board)], 4 * i);
  to.instanceTips.set([board.x, board.y, board.members.length, board.isSelected ? 1 : 0], 4 * i);
  if (place >= 0) to.instancePictures.set([...cellAt(place), CELL.widthPx, CELL.heightPx], 4 * i);
  const alpha = !isRaised && isHidden(board.photo) ? HIDDEN_ALPHA : 1;
  to.instanceLooks.set([board.scale, alpha, kindSign(kind), 0], 4 * i);
}

/** On the side of the frame that the tip is not on. */
function putLabel(to: DrawnBoards['attributes'], i: number, board: Board, { widthPx, heightPx }: BoardLabel): void {
  const [x, y] = middleOf(board);
  const away = halfOf(board)[1] + LABEL_GAP_PX + heightPx / 2;
  to.instanceFrames.set([x, y + (board.isSelected ? away : -away), widthPx / 2, heightPx / 2], 4 * i);
  to.instancePictures.set([0, ATLAS.labelTopPx, 2 * widthPx, 2 * heightPx], 4 * i);
  to.instanceLooks.set([1, 1, 0, 1], 4 * i);
}
