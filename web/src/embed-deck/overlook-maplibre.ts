/**
 * Overlook for hosts with their own MapLibre map: served at `/embed/v1/overlook-maplibre.js`, with bare imports of deck.gl and
 * loaders.gl (docs/embedding/maplibre.md).
 */
export { VisitFailure, type VisitFailureReason } from '../embed/connection/visit-failure.ts';
export type { SectionBox, SectionPlane, SectionVolume } from '../engine/geometry/section-volume.ts';
export type { FeatureRules, FeatureRuns, FeatureStyle } from '../engine/render/feature-style.ts';
export { OverlookControl, type OverlookControlOptions, type SitePlace } from './maplibre/overlook-control.ts';
export { type LayerName, SiteSession, type SiteSessionOptions } from './session/site-session.ts';
