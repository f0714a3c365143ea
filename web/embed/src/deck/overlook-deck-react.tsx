/**
 * Overlook for React hosts with their own deck.gl: served at `/embed/v1/overlook-deck-react.js`, with bare imports of React and
 * deck.gl (docs/embedding/deck.md).
 */
export { OverlookDeck, type OverlookDeckProps } from './react/overlook-deck.tsx';
export {
  type FeatureRules,
  type FeatureRuns,
  type FeatureStyle,
  type LayerName,
  type SectionBox,
  type SectionPlane,
  type SectionVolume,
  type SiteFrame,
  siteFrame,
  SiteLayer,
  type SiteLayerProps,
  type SitePickingInfo,
  SiteSession,
  type SiteSessionOptions,
  SiteTilesLayer,
  type SiteTilesLayerProps,
  SiteView,
  type SiteViewState,
  VisitFailure,
  type VisitFailureReason,
} from './overlook-deck.ts';
