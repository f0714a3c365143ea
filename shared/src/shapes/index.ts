export * from './fit-shape.ts';
export * from './find-shape.ts';
export * from './point-tree.ts';
export * from './shape.ts';
export * from './pipe-sizes.ts';
export * from './median-plane.ts';
export * from './solve.ts';
export * from './student.ts';
