import type { SnapKind } from '@overlook/shared/config';
import { SNAP_MESSAGES } from '@overlook/shared/messages';

/** The word of each kind, and of the plain hit. */
export const SNAP_WORDS: Readonly<Record<SnapKind | 'surface', string>> = {
  vertex: SNAP_MESSAGES['snap.vertex'],
  intersection: SNAP_MESSAGES['snap.intersection'],
  circleCentre: SNAP_MESSAGES['snap.circleCentre'],
  edgeMiddle: SNAP_MESSAGES['snap.edgeMiddle'],
  edge: SNAP_MESSAGES['snap.edge'],
  axis: SNAP_MESSAGES['snap.axis'],
  planeEdge: SNAP_MESSAGES['snap.planeEdge'],
  plane: SNAP_MESSAGES['snap.plane'],
  surface: SNAP_MESSAGES['snap.surface'],
};
