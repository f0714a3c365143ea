import type { ComponentType } from 'react';
import type { PhotoPixel } from '@overlook/shared/maths';
import type { NearbyPhoto } from '@overlook/shared/schemas';

/** CSS pixels from the top left of the view of a photo. */
export interface ViewPoint {
  readonly x: number;
  readonly y: number;
}

export interface ViewSize {
  readonly width: number;
  readonly height: number;
}

/** The placement of a photo in its view, from which overlays get the positions of its pixels. */
export interface PhotoFrame {
  readonly photo: NearbyPhoto;
  /** Size of the view now, CSS pixels. */
  readonly sizeCss: ViewSize;
  /** Where a pixel of the native, upright picture lies, inside the view or beside it; null where it has no position. */
  toView(pixel: PhotoPixel): ViewPoint | null;
  /** The pixel at a place of the view; null beside the picture. */
  toPixel(x: number, y: number): PhotoPixel | null;
  /** Called after each change of how it lies. Returns what ends the subscription. */
  subscribe(listener: () => void): () => void;
}

/** The view of a photo with the actions of the toolbar. Subscribers are notified of each change. */
export interface PhotoView extends PhotoFrame {
  /** Zooms about the middle by this many steps of the buttons; negative ones zoom out. */
  zoomBy(steps: number): void;
  /** The whole photo, or the direction in which a panorama begins. */
  fit(): void;
  /** For the toolbar: "100 %" of a photo, "75°" of a panorama. The same text until it changes. */
  readonly zoomText: string;
  readonly canZoomIn: boolean;
  readonly canZoomOut: boolean;
}

/** A view of an equirectangular photo, which takes the gestures and keys for itself. */
export interface PanoramaProps {
  readonly photo: NearbyPhoto;
  /** Called when it can be drawn over, and with null when it is removed. */
  readonly onView: (view: PhotoView | null) => void;
  /** A click or tap that was no drag. */
  readonly onPress: (frame: PhotoFrame, at: ViewPoint) => void;
}

/**
 * Additions to the viewer of photos. All of it may be in the document of another window: it takes `window` and
 * `document` from its elements.
 */
export interface PhotoParts {
  /** In place of a flat picture, for equirectangular photos. */
  readonly Panorama: ComponentType<PanoramaProps> | null;
  /** Over the picture, filling the view; the pointer is for the picture below. */
  readonly Overlay: ComponentType<{ readonly frame: PhotoFrame }> | null;
  /** The first buttons of the toolbar. */
  readonly Tools: ComponentType<{ readonly photo: NearbyPhoto }> | null;
  /** A click or tap in a photo; without it a click does nothing. */
  readonly onPress: ((frame: PhotoFrame, at: ViewPoint) => void) | null;
}
