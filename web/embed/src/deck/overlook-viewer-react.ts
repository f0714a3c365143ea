/**
 * The element for React hosts: served at `/embed/v1/overlook-viewer-react.js`, with bare imports of React only
 * (docs/embedding/element.md).
 */
export { OverlookViewer, type OverlookViewerProps } from './react/overlook-viewer.ts';
