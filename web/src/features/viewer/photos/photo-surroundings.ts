import type { Stage, ToolHit } from '@overlook/engine';

/** What photos need of other features; the application gives it. Photos may be in another window, so it is no React context. */
export interface PhotoSurroundings {
  /** The stage of the active screen; null while there is none. */
  activeStage(): Stage | null;
  stages(): readonly Stage[];
  /** Puts a target there. */
  addTarget(hit: ToolHit): void;
  /** The next point of the running measurement, or the first of a new one. */
  addMeasuringPoint(hit: ToolHit): void;
  /** Opens the form of a new change whose position this is. */
  startMoc(hit: ToolHit, userId: number): void;
}

let given: PhotoSurroundings | null = null;

/** Gives photos their surroundings; null removes them. */
export function givePhotoSurroundings(surroundings: PhotoSurroundings | null): void {
  given = surroundings;
}

/** Null outside of the application, as in tests of single parts. */
export const photoSurroundings = (): PhotoSurroundings | null => given;
