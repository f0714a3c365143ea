/** What TypeScript knows of `<overlook-viewer>` on pages that import its declarations. */
import type { OverlookViewer, OverlookViewerApi, ViewerEvents } from './viewer-api.ts';

/** The events of `<overlook-viewer>`. They bubble and cross shadow roots. */
export type OverlookViewerEventMap = {
  [Name in keyof ViewerEvents as `overlook-${Name}`]: CustomEvent<ViewerEvents[Name]>;
} & { 'overlook-ready': CustomEvent<OverlookViewerApi> };

declare global {
  interface HTMLElementTagNameMap {
    'overlook-viewer': OverlookViewer;
  }

  interface GlobalEventHandlersEventMap extends OverlookViewerEventMap {}
}
