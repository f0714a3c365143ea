/** The conformance kit with what modules of layers and formats import, which has to be of the same copy of deck.gl. */
export { checkLayerModule, type LayerCheckOptions } from './check-layer.ts';
export * from '../layers/overlook-formats.ts';
export * from '../layers/overlook-layers.ts';
