/**
 * What the embedded viewer uses of the engine. It loads this in place of the whole index, so that profiles, panoramas, files
 * of measurements and layers for other decks stay out of the pages of others.
 */
export { createStage } from './stage/create-stage.ts';
export { AngleTool } from './tools/angle/angle-tool.ts';
export { MeasureTool } from './tools/measure/measure-tool.ts';
export { TargetTool } from './tools/target/target-tool.ts';
export { siteFrame } from './view/site-frame.ts';
