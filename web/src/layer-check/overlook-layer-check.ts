/** The conformance kit with what modules of layers and formats import, which has to be of the same copy of deck.gl. */
export { checkLayerModule } from './check-layer.ts';
export type { LayerCheckOptions } from './layer-check-options.ts';
export { FormatDefinitionError, defineFormat, loaders } from '@overlook/embed/layers/overlook-formats';
export {
  ArcLayer,
  BitmapLayer,
  COORDINATE_SYSTEM,
  ColumnLayer,
  CompositeLayer,
  GeoJsonLayer,
  GridCellLayer,
  IconLayer,
  Layer,
  LayerDefinitionError,
  LayerExtension,
  LineLayer,
  PILL_HEIGHT,
  PathLayer,
  PointCloudLayer,
  PolygonLayer,
  ScatterplotLayer,
  SolidPolygonLayer,
  TextLayer,
  _MultiIconLayer,
  _TextBackgroundLayer,
  defineLayer,
  pillPainter,
  pillWidth,
  shareRoom,
} from '@overlook/embed/layers/overlook-layers';
