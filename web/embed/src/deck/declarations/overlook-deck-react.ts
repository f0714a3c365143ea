/** Declarations of `/embed/v1/overlook-deck-react.js`: overlook-deck with a React component (docs/embedding/deck.md). */
import type { Layer, PickingInfo } from '@deck.gl/core';
import type { ReactNode } from 'react';
import type { CameraPose, LayerName } from '../../viewer/api/viewer-api.ts';
import type {
  SectionVolume,
  SiteFrame,
  SiteSession,
  SiteSessionOptions,
  SiteTilesLayer,
  VisitFailure,
} from './overlook-deck.ts';

export * from './overlook-deck.ts';

export interface OverlookDeckProps extends SiteSessionOptions {
  /** Layer of the site; default: the first layer of the view. */
  layer?: LayerName;
  section?: SectionVolume | null;
  /** CSS pixels; default 16. */
  screenSpaceErrorPx?: number;
  /** Initial camera pose, ECEF; default: the home view of the site. */
  initialPose?: CameraPose;
  /** The host's own layers, in metres east, north and up of the site's origin. */
  layers?: Layer[] | ((frame: SiteFrame) => Layer[]);
  onClick?: (info: PickingInfo) => void;
  onReady?: (session: SiteSession) => void;
  onPose?: (pose: CameraPose) => void;
  /** Called with the layer of the site's tiles, for picks and for its loading state. */
  onTiles?: (tiles: SiteTilesLayer) => void;
  /** The site cannot be shown, or no longer. Without this callback the reason is shown in place of the site. */
  onError?: (error: VisitFailure) => void;
  children?: ReactNode;
}

export declare function OverlookDeck(props: OverlookDeckProps): ReactNode;
