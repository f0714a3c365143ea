/** The conformance kit with what modules of layers import, which has to be of the same copy of deck.gl. */
export { checkLayerModule, type LayerCheckOptions } from './check-layer.ts';
export * from '../layers/overlook-layers.ts';
