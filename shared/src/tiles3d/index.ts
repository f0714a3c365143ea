export { ContentError, MalformedContentError, UnsupportedContentError } from './content-errors.ts';
export { type BoundingRegion, type BoundingVolume, readBoundingVolume, regionWidthRad } from './bounding-volume.ts';
export { regionBox } from './region-box.ts';
export { allocateComponents, normalizedRange, readComponents } from './component-ranges.ts';
export {
  COMPONENT,
  type ComponentArray,
  componentArray,
  componentTypeNamed,
  componentTypeOf,
  elementSize,
} from './component-types.ts';
export { contentKind } from './content-kind.ts';
export { contentAvailabilityPaths, contentPaths, type JsonPath, valueAt } from './content-paths.ts';
export { type GlbParts, readGlb } from './glb.ts';
export { GlbBuilder } from './glb-builder.ts';
export { unknownExtensions } from './gltf-extensions.ts';
export { readInstanceMatrices } from './i3dm-instances.ts';
export { parseJsonBytes } from './json-bytes.ts';
export { type ForeignJson, JsonNode, parseJson } from './json-node.ts';
export { COMPONENTS_LARGEST, COMPOSITE_DEPTH_LARGEST, FEATURES_LARGEST, IMPLICIT_LEVELS_LARGEST } from './limits.ts';
export {
  BASIS_RGBA8,
  type BasisModule,
  isKtx2,
  type Ktx2File,
  type Ktx2Level,
  startBasis,
  transcodeLevel,
  withKtx2,
} from './ktx2.ts';
export { MeshoptGlbBuilder } from './meshopt-glb-builder.ts';
export { decodeOctahedral } from './octahedral.ts';
export { type PointColors, readPointColors } from './point-colors.ts';
export { type ModelListEntry, readModelsList } from './models-list.ts';
export { type PropertyTable, readPropertyTables, readTableColumn } from './property-tables.ts';
export { readSubtree } from './subtree-parts.ts';
export { readComposite, readTableTile, type TableTile } from './tile-header.ts';
export {
  batchLengthOf,
  binaryBody,
  columnValues,
  type FeatureSemantic,
  featureValues,
  globalVector,
  isBinaryColumn,
  quantizedPositions,
  readTable,
  requiredCount,
  type TileTable,
  TOO_MANY_FEATURES,
} from './tile-tables.ts';
export { readUpAxis, type UpAxis, upAxisMatrix } from './up-axis.ts';
