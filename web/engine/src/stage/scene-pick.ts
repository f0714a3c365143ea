import type { TilePick } from '../picking/pick-tiles.ts';
import { type CaptureKey, isSameCapture } from '../tools/capture-key.ts';
import type { SceneSide } from './scene-side.ts';

/** A hit on the tiles of a side. */
export interface ScenePick extends TilePick {
  modeltypeId: number;
  /** Date of the capture; absent where none is known. */
  takenOn?: string;
}

/** The result of a ray from any origin. */
export interface ScenePickOfRay {
  readonly pick: ScenePick | null;
  /** No tile is missing along the ray. */
  readonly isCovered: boolean;
  /** All geometry along the ray was available. */
  readonly isRead: boolean;
}

/** The capture that is visible on a side. Added layers in front of it count as lying on it. */
export const captureOf = ({
  visibleLayerId,
  visibleTakenOn,
}: SceneSide): { modeltypeId: number; takenOn?: string } | null =>
  visibleLayerId === null ? null : { modeltypeId: visibleLayerId, ...(visibleTakenOn && { takenOn: visibleTakenOn }) };

export function pickOn(side: SceneSide, pick: TilePick | null): ScenePick | null {
  const capture = pick && captureOf(side);
  return capture && { ...pick, ...capture };
}

/** Whether a capture is the visible one of a side. */
export function isOn(side: SceneSide, layer: CaptureKey): boolean {
  const shown = captureOf(side);
  return shown !== null && isSameCapture(shown, layer);
}
