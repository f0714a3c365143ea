/** Added layers for the product page. The module is loaded with the first layer. */
export type { LayerFailure, LayerReport } from './hosted-layer.ts';
export type {
  AnyLayer,
  ContentRow,
  LayerColor,
  LayerContent,
  LayerExtent,
  LayerFacts,
  LayerSetting,
  LayerSettings,
  LayerShape,
  LegendEntry,
} from './layer-definition.ts';
export { openLayer } from './open-layer.ts';
export { LayerHost, type ShownLayer } from './layer-host.ts';
export { validSettings } from './layer-settings.ts';
