/** The engine's public face. Everything else in this folder is its own business. */
export type { AreaOutline, StageArea } from './areas/area.ts';
export type { FeatureRules, FeatureRuns } from './render/feature-style.ts';
export type { PointColors } from './render/point-colors.ts';
export type { StagePoints } from './stage/scene-points.ts';
export type { LocalCloud } from './content/points/local-cloud.ts';
export { type OpeningCloud, openLocalCloud } from './content/points/open-local-cloud.ts';
export type { StageCloud } from './tiles/cloud-store.ts';
export { groupColors } from './overlays/pins/group-colors.ts';
export { workerAddress } from './content/worker-address.ts';
export { fileAt, nameAt, type RemoteFile, responseAt } from './content/archives/remote-file.ts';
export { openOwnModel } from './tiles/open-own-model.ts';
export type { OwnModel } from './tiles/own-model.ts';
export type { SunTime } from './view/sun-position.ts';
export type { StagePin } from './overlays/pins/pin.ts';
export type { PhotoLook, PhotoSight, SightGap, SightObstacle, SightVerdict, StagePhoto } from './photos/photo.ts';
export type { Mark } from './overlays/mark.ts';
export type { ClearArea } from './overlays/mark-labels.ts';
export { controlPanorama } from './panorama/panorama-controls.ts';
export {
  limitedLook,
  lookFocalPx,
  lookOrientationEnu,
  lookRayEnu,
  type PanoramaLook,
  zoomedLook,
} from './panorama/panorama-look.ts';
export { Panorama, type PanoramaSource } from './panorama/panorama.ts';
export type { PhotoMarksShown } from './photos/photo-marks.ts';
export { type PhotoViewCamera, placeInView } from './photos/photo-view-camera.ts';
export { SectionExtension } from './section/section-extension.ts';
export type { HeightRange, SectionBox, SectionPlane, SectionVolume } from './geometry/section-volume.ts';
export {
  type AngleState,
  type AreaDrawing,
  AreaTool,
  type AreaToolState,
  AngleTool,
  copyAngleText,
  copyMeasureText,
  copyTargetText,
  exportAngleCsv,
  exportAngleGeoJson,
  exportMeasureCsv,
  exportMeasureGeoJson,
  exportTargetCsv,
  exportTargetGeoJson,
  type FigurePoint,
  type FigureToolState,
  type MarkDrag,
  type MeasuredAngle,
  type MeasuredArea,
  type MeasuredLeg,
  type Measurement,
  type MeasureMode,
  type MeasureState,
  MeasureTool,
  type MoveOrigin,
  type OverlaySource,
  type PlaceState,
  type PlaceTool,
  type RayEcef,
  type SettledView,
  type StageTool,
  type Target,
  type TargetState,
  targetText,
  TargetTool,
  type ToolHit,
} from './tools/index.ts';
export {
  csvBytes,
  type CsvCoordinates,
  drawAxes,
  drawGround,
  drawingStep,
  drawSection,
  dxfBytes,
  exaggeratedView,
  fittedView,
  GUTTER,
  heldThickness,
  lasBytes,
  nearestPoint,
  pannedView,
  placeAt,
  PointPainter,
  pointSidePx,
  profileCsv,
  profileDxf,
  type ProfileExport,
  profileFile,
  profileFrame,
  profileLas,
  type ProfileLine,
  type ProfilePoint,
  profilePointEcef,
  ProfileReading,
  type ProfileShown,
  ProfileTool,
  type ProfileView,
  resizedView,
  type SectionLabels,
  type SectionOverlay,
  type SectionPlace,
  zoomedView,
} from './profile/index.ts';
export type { StageLayerSource } from './stage/stage-layers.ts';
export { type SiteFrame, siteFrame } from './view/site-frame.ts';
export type { Projection } from './view/enu-pose.ts';
export { SiteView, type SiteViewState } from './view/site-view.ts';
export { SiteTilesLayer } from './stage/site-tiles-layer.ts';
export type {
  AddedPick,
  AreaPick,
  PickResult,
  QualityReport,
  Stage,
  StageEvents,
  StageOptions,
  StageStats,
  TileError,
  TileProgress,
} from './stage/stage-types.ts';
export type { SiteLayer, StageSite } from './stage/stage-site.ts';
export type { StageCapture } from './view/stage-capture.ts';
export type { Divider, Swipe, SwipeDirection, SwipeSide } from './view/swipe.ts';
export { pictureState, type StageOverlay, type StagePatch, type StageState } from './stage/stage-state.ts';

export { createStage } from './stage/create-stage.ts';
export { hasWebGl2 } from './render/software-renderer.ts';

/** What maps of the interface share with the base map; loaded on demand. */
export const loadMapParts = () => import('./basemap/index.ts');
/** What pictures of a stage are composed with; else it is loaded with the first picture, which then needs the server. */
export const loadPictureParts = () => import('./stage/screenshot.ts');

/** Loads what draws marks over a photo. */
export const loadPhotoMarks = () => import('./photos/photo-marks.ts');

/** Loads what places a layer by hand. */
export const loadPlacing = () => import('./tools/place/index.ts');
