/** `@overlook/viewer/react`: the component, which names its server. */
import type { ForwardRefExoticComponent, RefAttributes } from 'react';
import { OverlookViewer as Component, type OverlookViewerProps as Props } from '../deck/react/overlook-viewer.ts';
import type { OverlookViewer as ViewerElement } from '../viewer/api/viewer-api.ts';

export type OverlookViewerProps = Props & { server: string };

export const OverlookViewer: ForwardRefExoticComponent<OverlookViewerProps & RefAttributes<ViewerElement>> = Component;
