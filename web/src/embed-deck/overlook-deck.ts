/**
 * Overlook for hosts with their own deck.gl: served at `/embed/v1/overlook-deck.js`, with bare imports of deck.gl, luma.gl and
 * loaders.gl (docs/embedding/deck.md).
 */
export { VisitFailure, type VisitFailureReason } from '../embed/connection/visit-failure.ts';
export type { SectionBox, SectionPlane, SectionVolume } from '../engine/geometry/section-volume.ts';
export type { FeatureRules, FeatureRuns, FeatureStyle } from '../engine/render/feature-style.ts';
export { SiteTilesLayer, type SiteTilesLayerProps } from '../engine/stage/site-tiles-layer.ts';
export { type SiteFrame, siteFrame } from '../engine/view/site-frame.ts';
export { SiteView, type SiteViewState } from '../engine/view/site-view.ts';
export { type LayerName, SiteSession, type SiteSessionOptions } from './session/site-session.ts';
export { SiteLayer, type SiteLayerProps, type SitePickingInfo } from './site-layer/site-layer.ts';
