export { measureVolume, RIM_CORNERS_MOST, type RimProblem, rimProblem, type VolumeOfRim } from './measure-volume.ts';
export type { FlatBase } from './base.ts';
export type { HeightPoints } from './heights.ts';
