/**
 * Entry `/embed/v1/overlook-viewer.js`: defines `<overlook-viewer>`, once even if it is loaded twice. Imported without a page, such as on a
 * server that prepares one, it defines nothing.
 */
import { OverlookViewerElement } from './element/overlook-viewer-element.ts';

if (globalThis.customElements && !customElements.get('overlook-viewer'))
  customElements.define('overlook-viewer', OverlookViewerElement);

export { OverlookViewerElement };
