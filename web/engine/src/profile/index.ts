/** The part of the engine's public interface about profiles. */
export { drawAxes, drawGround, drawSection, GUTTER, type SectionLabels, type SectionOverlay } from './draw-section.ts';
export { type ProfileExport, profileFile } from './export-points.ts';
export { PointPainter, pointSidePx } from './paint-points.ts';
export { csvBytes, type CsvCoordinates, profileCsv } from './profile-csv.ts';
export { drawingStep, dxfBytes, profileDxf } from './profile-dxf.ts';
export { profileFrame, type ProfileLine, profilePointEcef } from './profile-frame.ts';
export { lasBytes, profileLas } from './profile-las.ts';
export { nearestPoint, type ProfilePoint } from './profile-points.ts';
export { ProfileReading, type ProfileShown } from './profile-reading.ts';
export { heldThickness, ProfileTool } from './profile-tool.ts';
export {
  exaggeratedView,
  fittedView,
  pannedView,
  placeAt,
  type ProfileView,
  resizedView,
  type SectionPlace,
  zoomedView,
} from './profile-view.ts';
