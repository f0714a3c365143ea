import { proxy, ref } from 'valtio';
import type { Vec3 } from '@overlook/shared/maths';
import type { ToolHit } from '@overlook/engine';

/** The kinds of marks that can be drawn over a photo. */
export type PhotoMarkKind = 'names' | 'measures' | 'mocs';

/** A place on the model that was found through a photo. */
export interface PhotoPoint {
  readonly photoId: number;
  readonly pointEcef: Vec3;
  /** Likely error, metres; null where the photo does not state how well its own place is known. */
  readonly errorMetres: number | null;
  /** For tools; null where an added layer was hit. */
  readonly hit: ToolHit | null;
}

interface PhotoMarksState {
  /** The first button of the toolbar: off hides all kinds. */
  isOn: boolean;
  kinds: Record<PhotoMarkKind, boolean>;
  point: PhotoPoint | null;
  /** The photo that is shown over the model from its own position; opacity 0 to 1. */
  look: { photoId: number; opacity: number } | null;
}

const state = proxy<PhotoMarksState>({
  isOn: true,
  kinds: { names: true, measures: true, mocs: true },
  point: null,
  look: null,
});

/** The marks over photos, and the places that were found on the model through photos. */
export const photoMarks: Readonly<PhotoMarksState> = state;

export function switchPhotoMarks(isOn: boolean): void {
  state.isOn = isOn;
}

export function switchPhotoMarkKind(kind: PhotoMarkKind, isOn: boolean): void {
  state.kinds[kind] = isOn;
}

export function showPhotoPoint(point: PhotoPoint | null): void {
  state.point = point && ref(point);
}

export function showPhotoLook(look: { photoId: number; opacity: number } | null): void {
  state.look = look;
}
