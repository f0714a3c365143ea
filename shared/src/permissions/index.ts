export * from './evaluate.ts';
export * from './tokens.ts';
