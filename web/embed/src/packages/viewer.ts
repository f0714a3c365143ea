/**
 * `@overlook/viewer`: defines `<overlook-viewer>` by the module of its server. The element itself is no part of the package, so that
 * all elements of a page share one engine, and that engine is always the one of the server (docs/decisions/0044).
 */
import { loadOverlookViewer as load } from '../deck/load-overlook-viewer.ts';

export const loadOverlookViewer: (server: string) => Promise<void> = load;
