/** Cutting plane: distance of the near plane in metres (specification §9 "Camera, keyboard and views"). */
export const CUT_DEFAULT_METRES = 1;
export const CUT_SHORTEST_METRES = 1;
export const CUT_LONGEST_METRES = 10;

/** Names of the quality levels, as the selector shows them (specification §2 "Viewer footer"). */
export const QUALITY_LEVELS = [
  { key: 'quality', label: 'Maximum Quality' },
  { key: 'balanced', label: 'Balanced Quality' },
  { key: 'speed', label: 'Maximum Speed' },
] as const;

export type QualityKey = (typeof QUALITY_LEVELS)[number]['key'];
export const QUALITY_DEFAULT: QualityKey = 'balanced';

/** Coordinate types of the projection selector (specification §2 "Viewer footer"); WGS84 is the default where the site has no system of its own. */
export const PROJECTIONS = [
  { key: 'wgs84', label: 'WGS84' },
  { key: 'utm', label: 'UTM' },
] as const;

/** Share of the distance to the middle of the view that a press on "Zoom in" flies, as a double click does (specification §9). */
export const ZOOM_STEP_SHARE = 0.25;
