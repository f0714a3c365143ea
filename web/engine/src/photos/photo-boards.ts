/**
 * The billboards of the photos of one stage: their layout for its camera, the test which of them the model hides, and the
 * instances for their layer.
 */
import { PHOTOS } from '@overlook/shared/config';
import { type EnuFrame, transformPoint } from '@overlook/shared/maths';
import type { EnuSection } from '../geometry/half-spaces.ts';
import type { HiddenTest } from '../overlays/occlusion.ts';
import { isSameView } from '../overlays/screen-marks.ts';
import type { CameraFrame } from '../view/camera-frame.ts';
import { drawLabel } from './board-badges.ts';
import type { BoardLabel } from './board-atlas.ts';
import { type DrawnBoards, NO_BOARDS, drawnBoards } from './board-instances.ts';
import { type Board, boardAt, layOutBoards } from './board-layout.ts';
import type { StagePhoto } from './photo.ts';
import { Thumbnails } from './thumbnails.ts';

interface View {
  readonly camera: CameraFrame;
  readonly frame: EnuFrame;
  readonly section: EnuSection | null;
}

export class PhotoBoards {
  readonly thumbnails: Thumbnails;
  /** Of the hovered photo; null for none. */
  label: BoardLabel | null = null;
  drawn: DrawnBoards = NO_BOARDS;
  private photos: readonly StagePhoto[] = [];
  private selected = -1;
  private hovered = -1;
  private view: View | null = null;
  private placed: { readonly frame: EnuFrame; readonly pointsEnu: Float64Array } | null = null;
  private boards: readonly Board[] = [];
  /** By photo, for the current view; a photo without an entry has not been tested. */
  private readonly hidden = new Map<number, boolean>();

  /** `onChange` is called when another frame is needed. */
  constructor(
    headers: () => Record<string, string>,
    private readonly onChange: () => void,
  ) {
    this.thumbnails = new Thumbnails(headers, onChange);
  }

  /** At most {@link PHOTOS.nearestMost} of them. */
  show(photos: readonly StagePhoto[], selectedId: string | null, hoveredId: string | null): void {
    const shown = photos.slice(0, PHOTOS.nearestMost);
    const isSameList = shown.length === this.photos.length && shown.every((photo, i) => photo === this.photos[i]);
    const hoveredBefore = this.photos[this.hovered]?.label;
    if (!isSameList) {
      this.photos = shown;
      this.placed = null;
      this.hidden.clear();
      this.thumbnails.show(shown.map(({ thumbnailUrl }) => thumbnailUrl));
    }
    this.selected = shown.findIndex(({ id }) => id === selectedId);
    this.hovered = shown.findIndex(({ id }) => id === hoveredId);
    const text = shown[this.hovered]?.label;
    if (text !== hoveredBefore || !text) this.label = text ? drawLabel(text) : null;
  }

  get isLoading(): boolean {
    return this.thumbnails.isLoading;
  }

  /** For the next frame. */
  place(camera: CameraFrame, frame: EnuFrame, section: EnuSection | null): void {
    const { view, photos, selected, hovered, label } = this;
    if (photos.length === 0) {
      this.boards = [];
      this.drawn = NO_BOARDS;
      return;
    }
    const isSame = view?.frame === frame && view.section === section && isSameView(view.camera, camera);
    if (!isSame) this.hidden.clear();
    this.view = { camera, frame, section };
    if (this.placed?.frame !== frame) this.placed = { frame, pointsEnu: enuOf(photos, frame) };
    this.boards = layOutBoards(this.placed.pointsEnu, { camera, section, selected, hovered });
    this.drawn = drawnBoards(this.boards, {
      photos,
      thumbnails: this.thumbnails,
      label,
      isHidden: (photo) => this.hidden.get(photo) ?? false,
    });
  }

  /** Ids of the photos at a CSS pixel, the first photo of the group first; null for none. */
  photosAt(x: number, y: number): string[] | null {
    const board = boardAt(this.boards, x, y);
    return board && board.members.map((photo) => this.photos[photo]!.id);
  }

  /** Tests for about `budgetMs` which billboards the model hides in a settled view. True when all are tested. */
  refreshOcclusion(budgetMs: number, isHidden: HiddenTest): boolean {
    const endMs = performance.now() + budgetMs;
    let hasChanged = false;
    let isDone = true;
    for (const { photo } of this.boards) {
      if (this.hidden.has(photo)) continue;
      const answer = performance.now() < endMs ? isHidden(this.pointEnu(photo)) : null;
      if (answer === null) {
        isDone = false;
        break;
      }
      this.hidden.set(photo, answer);
      hasChanged ||= answer;
    }
    if (hasChanged) this.onChange();
    return isDone;
  }

  /** The model has changed; the camera has not. */
  clearOcclusion(): void {
    this.hidden.clear();
  }

  destroy(): void {
    this.thumbnails.destroy();
    this.photos = [];
    this.boards = [];
    this.drawn = NO_BOARDS;
  }

  private pointEnu(photo: number): [number, number, number] {
    const [x, y, z] = this.placed!.pointsEnu.subarray(3 * photo, 3 * photo + 3);
    return [x!, y!, z!];
  }
}

function enuOf(photos: readonly StagePhoto[], frame: EnuFrame): Float64Array {
  const points = new Float64Array(3 * photos.length);
  photos.forEach(({ positionEcef }, i) => points.set(transformPoint(frame.enuFromEcef, positionEcef), 3 * i));
  return points;
}
