export * from './administration.ts';
export * from './compare.ts';
export * from './evaluate.ts';
export * from './explain.ts';
export * from './tokens.ts';
