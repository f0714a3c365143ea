export * from './geodesy.ts';
export * from './matrix.ts';
export * from './vector.ts';
