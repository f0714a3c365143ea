import { EMBED_MESSAGES } from '@overlook/shared/messages';
import { serverOrigin } from '../viewer/server-origin.ts';

/**
 * Defines `<overlook-viewer>`, unless it is defined already, by the module of the server: outside the host's bundle, so that all
 * elements of a page share one engine, which is always that of the server. `server`: its address; default: that of this module.
 * Rejects with RangeError for a wrong address, and with Error if the server cannot be reached. Does nothing without a page.
 */
export async function loadOverlookViewer(server?: string): Promise<void> {
  const module = `${serverOrigin(server)}/embed/v1/overlook-viewer.js`;
  if (!globalThis.customElements || customElements.get('overlook-viewer')) return;
  await import(/* @vite-ignore */ /* webpackIgnore: true */ module).catch((cause: unknown) => {
    throw new Error(EMBED_MESSAGES['embed.unreachable'], { cause });
  });
}
