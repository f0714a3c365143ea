import type { Bookmark, SavedView, Snapshot } from '@overlook/shared/schemas';

/** The view as a Place keeps it: the camera for older clients, and all of it. */
export interface CapturedView {
  readonly siteId: number;
  readonly bookmark: Bookmark;
  readonly view: SavedView;
  /** The chosen objects are too many to be kept. */
  readonly isWithoutObjects: boolean;
}

export interface PlacePicture {
  readonly blob: Blob;
  /** The view was settled and refined when it was taken. */
  readonly isComplete: boolean;
}

/** Reads the main view, and shows that of a Place. */
export interface PlaceView {
  /** The current view; null while nothing is shown. */
  capture(): CapturedView | null;
  /**
   * A picture of the active screen's view at the call, if possible once it has settled; null where it shows nothing.
   */
  takePicture(): Promise<PlacePicture | null>;
  /** Shows a Place as far as this user may see it, and names the omitted parts. */
  show(place: Snapshot): void;
  /** A Place that may be shown next, whose tiles are loaded before it is; null for none any more. */
  expect(place: Snapshot | null): void;
}
