/**
 * The part of the engine that the embedded viewer uses. It loads this file instead of the whole index, so that pages of
 * others do not load profiles, panoramas, files of measurements and layers for other decks.
 */
export { createStage } from './stage/create-stage.ts';
export { AngleTool } from './tools/angle/angle-tool.ts';
export { MeasureTool } from './tools/measure/measure-tool.ts';
export { TargetTool } from './tools/target/target-tool.ts';
export { siteFrame } from './view/site-frame.ts';
