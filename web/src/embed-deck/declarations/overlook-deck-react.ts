/** Declarations of `/embed/v1/overlook-deck-react.js`: the same as overlook-deck, and a React component (docs/embedding/deck.md). */
import type { Layer, PickingInfo } from '@deck.gl/core';
import type { ReactNode } from 'react';
import type { CameraPose, LayerName } from '../../embed/api/viewer-api.ts';
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
  /** Layer of the site; the first that the view shows when absent. */
  layer?: LayerName;
  section?: SectionVolume | null;
  /** CSS pixels; 16 when absent. */
  screenSpaceErrorPx?: number;
  /** Where the camera begins, ECEF; the home view of the site when absent. */
  initialPose?: CameraPose;
  /** The host's own layers, in metres east, north and up of the site's origin. */
  layers?: Layer[] | ((frame: SiteFrame) => Layer[]);
  onClick?: (info: PickingInfo) => void;
  onReady?: (session: SiteSession) => void;
  onPose?: (pose: CameraPose) => void;
  /** Gives the layer of the site's tiles, for picks and to know whether all is there. */
  onTiles?: (tiles: SiteTilesLayer) => void;
  /** The site cannot be shown, or not any more; without it the reason is shown in place of the site. */
  onError?: (error: VisitFailure) => void;
  children?: ReactNode;
}

export declare function OverlookDeck(props: OverlookDeckProps): ReactNode;
