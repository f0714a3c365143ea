import { bridgedApi } from '@overlook/embed/viewer/bridged-api';
import { FrameBridge } from '@overlook/embed/viewer/frame-bridge';
import type { VisitListener } from './visit-page.ts';

/** Ties the page to the host page around its frame (docs/embedding/iframe.md). */
export function frameListener(): VisitListener {
  const bridge = new FrameBridge(window);
  return {
    onReady: (api, origins) => bridge.open(bridgedApi(api), origins),
    onFailure: ({ reason, message }) => bridge.fail(reason, message),
  };
}
