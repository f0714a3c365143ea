export * from './limits.ts';
export * from './model-types.ts';
export * from './product.ts';
export * from './session.ts';
export * from './stage.ts';
export * from './ui.ts';
