/** The engine's third face: what draws an added layer without a stage and its tiles, for the check of layers. */
export type { EnuSection } from './geometry/half-spaces.ts';
export { SectionExtension } from './section/section-extension.ts';
export { StageLayers } from './stage/stage-layers.ts';
export { siteFrame } from './view/site-frame.ts';
export { SiteViewport } from './view/site-view.ts';
