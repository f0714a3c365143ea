/** What places a layer by hand. Pages load it when a person begins to place one. */
export { handleCenter } from './place-marks.ts';
export { PlaceTool } from './place-tool.ts';
