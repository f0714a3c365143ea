export * from '@deck.gl/react';
export { default } from '@deck.gl/react';
