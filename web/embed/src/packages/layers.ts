/** `@overlook/layers`: definitions of layers. The classes of deck.gl that they draw with are those of the viewer. */
import { serverOrigin } from '../viewer/server-origin.ts';
import type * as viewerModule from '../layers/overlook-layers.ts';

export { defineLayer, LayerDefinitionError } from '../layers/define-layer.ts';
export type * from '../layers/layer-definition.ts';

/**
 * Loads the deck.gl classes of the viewer of a server (`ScatterplotLayer` and others): layers of another copy cannot draw on its
 * device. Rejects with RangeError for a wrong address.
 */
export const loadLayerClasses = async (server: string): Promise<typeof viewerModule> => {
  const module = `${serverOrigin(server)}/layers/v1/overlook-layers.js`;
  return (await import(/* @vite-ignore */ /* webpackIgnore: true */ module)) as typeof viewerModule;
};
