/**
 * The imports of layer modules, from `/layers/v1/overlook-layers.js` of their installation. It exports the deck.gl classes of the
 * viewer: layers of another copy cannot draw on the viewer's device.
 */
export { defineLayer, LayerDefinitionError } from './define-layer.ts';
export type * from './layer-definition.ts';
export { COORDINATE_SYSTEM, CompositeLayer, Layer, LayerExtension } from '@deck.gl/core';
export {
  ArcLayer,
  BitmapLayer,
  ColumnLayer,
  GeoJsonLayer,
  GridCellLayer,
  IconLayer,
  LineLayer,
  PathLayer,
  PointCloudLayer,
  PolygonLayer,
  ScatterplotLayer,
  SolidPolygonLayer,
  TextLayer,
  _MultiIconLayer,
  _TextBackgroundLayer,
} from '@deck.gl/layers';
/** Label images for an IconLayer, and the selection of labels that do not overlap. */
export { type Pill, PILL_HEIGHT, pillPainter, type PillPictures, pillWidth } from './pills/pills.ts';
export { shareRoom } from './pills/share-room.ts';
