/** Billboards as instances of one quad. */
import { HIDDEN_ALPHA } from '../overlays/mark-styles.ts';
import { ATLAS, type BoardLabel, cellAt } from './board-atlas.ts';
import { kindBadge } from './board-badges.ts';
import { type Board, halfOf, middleOf } from './board-layout.ts';
import type { StagePhoto } from './photo.ts';
import { CELL, type Thumbnails } from './thumbnails.ts';

export interface DrawnBoards {
  readonly count: number;
  /** Four numbers for each instance, described in board-shader.ts. */
  readonly attributes: {
    readonly instanceFrames: Float32Array;
    readonly instanceTips: Float32Array;
    readonly instancePictures: Float32Array;
    readonly instanceStyles: Float32Array;
  };
}

const emptyAttributes = (count: number) => ({
  instanceFrames: new Float32Array(4 * count),
  instanceTips: new Float32Array(4 * count),
  instancePictures: new Float32Array(4 * count),
  instanceStyles: new Float32Array(4 * count),
});

export const NO_BOARDS: DrawnBoards = { count: 0, attributes: emptyAttributes(0) };

/** Gap between a frame and its label, CSS pixels. */
const LABEL_GAP_PX = 4;

export interface BoardContents {
  readonly photos: readonly StagePhoto[];
  readonly thumbnails: Thumbnails;
  readonly label: BoardLabel | null;
  isHidden(photo: number): boolean;
}

export function drawnBoards(boards: readonly Board[], contents: BoardContents): DrawnBoards {
  const labelled = contents.label ? boards.findLast(({ isHovered }) => isHovered) : undefined;
  const count = boards.length + (labelled ? 1 : 0);
  const attributes = emptyAttributes(count);
  boards.forEach((board, i) => put(attributes, i, board, contents));
  if (labelled && contents.label) putLabel(attributes, boards.length, labelled, contents.label);
  return { count, attributes };
}

function put(
  to: DrawnBoards['attributes'],
  i: number,
  board: Board,
  { photos, thumbnails, isHidden }: BoardContents,
): void {
  const { kind, thumbnailUrl } = photos[board.photo]!;
  const place = thumbnails.placeOf(thumbnailUrl);
  const isRaised = board.isSelected || board.isHovered;
  to.instanceFrames.set([...middleOf(board), ...halfOf(board)], 4 * i);
  to.instanceTips.set([board.x, board.y, board.members.length, board.isSelected ? 1 : 0], 4 * i);
  if (place >= 0) to.instancePictures.set([...cellAt(place), CELL.widthPx, CELL.heightPx], 4 * i);
  const alpha = !isRaised && isHidden(board.photo) ? HIDDEN_ALPHA : 1;
  to.instanceStyles.set([board.scale, alpha, kindBadge(kind), 0], 4 * i);
}

/** The label is on the side of the frame opposite the tip. */
function putLabel(to: DrawnBoards['attributes'], i: number, board: Board, { widthPx, heightPx }: BoardLabel): void {
  const [x, y] = middleOf(board);
  const away = halfOf(board)[1] + LABEL_GAP_PX + heightPx / 2;
  to.instanceFrames.set([x, y + (board.isSelected ? away : -away), widthPx / 2, heightPx / 2], 4 * i);
  to.instancePictures.set([0, ATLAS.labelTopPx, 2 * widthPx, 2 * heightPx], 4 * i);
  to.instanceStyles.set([1, 1, 0, 1], 4 * i);
}
