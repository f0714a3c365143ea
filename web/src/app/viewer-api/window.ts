import type { OverlookProductApi } from '@overlook/embed/viewer-api';
import type { StageStats } from '@overlook/engine';

/** What the product's own tests ask of a screen beside the programming interface. Other code must not rely on it. */
export interface ScreenTesting {
  stats(): StageStats;
  /** Overrides the screen-space error of the chosen quality, CSS pixels; null gives it back. */
  setScreenSpaceError(px: number | null): void;
}

declare global {
  interface Window {
    readonly overlook?: OverlookProductApi;
    readonly overlookTesting?: { readonly screens: readonly ScreenTesting[] };
  }
}
