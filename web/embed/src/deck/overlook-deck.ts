/**
 * Overlook for hosts with their own deck.gl: served at `/embed/v1/overlook-deck.js`, with bare imports of deck.gl, luma.gl and
 * loaders.gl (docs/embedding/deck.md).
 */
export { VisitFailure, type VisitFailureReason } from '../viewer/connection/visit-failure.ts';
export type { SectionBox, SectionPlane, SectionVolume } from '@overlook/engine/deck';
export type { FeatureRules, FeatureRuns, FeatureStyle } from '@overlook/engine/deck';
export { SiteTilesLayer, type SiteTilesLayerProps } from '@overlook/engine/deck';
export { type SiteFrame, siteFrame } from '@overlook/engine/deck';
export { SiteView, type SiteViewState } from '@overlook/engine/deck';
export { type LayerName, SiteSession, type SiteSessionOptions } from './session/site-session.ts';
export { SiteLayer, type SiteLayerProps, type SitePickingInfo } from './site-layer/site-layer.ts';
