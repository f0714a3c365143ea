export * from './ellipsoid.ts';
export * from './geodesy.ts';
export * from './matrix.ts';
export * from './pose.ts';
export * from './quaternion.ts';
export * from './vector.ts';
