/** The entry `/embed/v1/overlook-viewer.js`: defines `<overlook-viewer>`. Loaded twice, it defines it once. */
import { OverlookViewerElement } from './element/overlook-viewer-element.ts';

if (!customElements.get('overlook-viewer')) customElements.define('overlook-viewer', OverlookViewerElement);

export { OverlookViewerElement };
