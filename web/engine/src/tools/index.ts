/** The tools on the model, their results as plain data, and those results as files. */
export { copyAngleText, exportAngleCsv, exportAngleGeoJson } from './angle/angle-files.ts';
export { type AngleState, AngleTool, type MeasuredAngle } from './angle/angle-tool.ts';
export type { AreaDrawing } from './area/area-drawing.ts';
export { AreaTool, type AreaToolState } from './area/area-tool.ts';
export type { FigurePoint } from './figures/figure.ts';
export type { FigureToolState } from './figures/figure-tool.ts';
export { copyMeasureText, exportMeasureCsv, exportMeasureGeoJson } from './measure/measure-files.ts';
export { type MeasureState, MeasureTool } from './measure/measure-tool.ts';
export type { MeasuredArea, MeasuredLeg, MeasureMode, Measurement } from './measure/measurement.ts';
export { copyTargetText, exportTargetCsv, exportTargetGeoJson, targetText } from './target/target-files.ts';
export { type Target, type TargetState, TargetTool } from './target/target-tool.ts';
export type { MoveOrigin, PlaceState } from './place/place-state.ts';
export type { PlaceTool } from './place/place-tool.ts';
export type { MarkDrag, OverlaySource, RayEcef, SettledView, StageTool, ToolHit } from './tool.ts';
