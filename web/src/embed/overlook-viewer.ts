/** Entry `/embed/v1/overlook-viewer.js`: defines `<overlook-viewer>`, once even if it is loaded twice. */
import { OverlookViewerElement } from './element/overlook-viewer-element.ts';

if (!customElements.get('overlook-viewer')) customElements.define('overlook-viewer', OverlookViewerElement);

export { OverlookViewerElement };
