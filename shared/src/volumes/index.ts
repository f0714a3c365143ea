export { measureVolume, rimProblem } from './measure-volume.ts';
export type { FlatBase } from './base.ts';
export type { HeightPoints } from './heights.ts';
