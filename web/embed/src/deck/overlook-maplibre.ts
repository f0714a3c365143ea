/**
 * Overlook for hosts with their own MapLibre map: served at `/embed/v1/overlook-maplibre.js`, with bare imports of deck.gl and
 * loaders.gl (docs/embedding/maplibre.md).
 */
export { VisitFailure, type VisitFailureReason } from '../viewer/connection/visit-failure.ts';
export type { SectionBox, SectionPlane, SectionVolume } from '@overlook/engine/deck';
export type { FeatureRules, FeatureRuns, FeatureStyle } from '@overlook/engine/deck';
export { OverlookControl, type OverlookControlOptions, type SitePlace } from './maplibre/overlook-control.ts';
export { type LayerName, SiteSession, type SiteSessionOptions } from './session/site-session.ts';
