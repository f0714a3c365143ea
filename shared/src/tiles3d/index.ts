export * from './b3dm-header.ts';
export * from './content-paths.ts';
export * from './limits.ts';
export * from './up-axis.ts';
