/**
 * What modules of layers import, from `/layers/v1/overlook-layers.js` of their installation. The classes of deck.gl are those
 * that the viewer draws with: layers of another copy could not draw on its device.
 */
export { defineLayer, LayerDefinitionError } from './define-layer.ts';
export type * from './layer-definition.ts';
export { COORDINATE_SYSTEM, CompositeLayer, Layer, LayerExtension } from '@deck.gl/core';
export * from '@deck.gl/layers';
/** Names and readings as pictures for an IconLayer, and which of them have room. */
export { type Pill, PILL_HEIGHT, pillPainter, type PillPictures, pillWidth } from './pills/pills.ts';
export { shareRoom } from './pills/share-room.ts';
