export { BadContent, UnknownKind } from './bad-content.ts';
export { type ContentKind, contentKind } from './content-kind.ts';
export { at, contentAvailabilityPaths, contentPaths, type JsonPath } from './content-paths.ts';
export { type GlbChunk, type GlbParts, readGlb } from './glb.ts';
export { parseJsonBytes } from './json-bytes.ts';
export { COMPOSITE_DEPTH_LARGEST, FEATURES_LARGEST, IMPLICIT_LEVELS_LARGEST } from './limits.ts';
export { readSubtree } from './subtree-parts.ts';
export { readComposite, readTableTile, type TableBytes, type TableTile } from './tile-header.ts';
export { readUpAxis, type UpAxis, upAxisMatrix } from './up-axis.ts';
