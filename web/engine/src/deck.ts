/** The engine's second face: what pages with a deck.gl of their own compose. */
export { type EnuSection, enuSection, MAX_SECTION_PLANES, planesAround } from './geometry/half-spaces.ts';
export type { SectionBox, SectionPlane, SectionVolume } from './geometry/section-volume.ts';
export { STYLES_PER_ROW } from './render/feature-pages.ts';
export { FEATURE_STYLE_FRAGMENT } from './render/feature-shader.ts';
export {
  type FeatureRules,
  type FeatureRuns,
  type FeatureStyle,
  type FeatureStyleTable,
  featureStyleTable,
} from './render/feature-style.ts';
export { SiteTilesLayer, type SiteTilesLayerProps } from './stage/site-tiles-layer.ts';
export { StageCamera } from './stage/stage-camera.ts';
export { STAGE_START } from './stage/stage-state.ts';
export { isModelsList, type PlacedTileset, placedTilesets } from './tiles/models-list.ts';
export { retryDelayMs } from './tiles/retry-policy.ts';
export { type SiteFrame, siteFrame } from './view/site-frame.ts';
export { SiteView, type SiteViewState } from './view/site-view.ts';
