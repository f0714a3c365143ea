export * from '@deck.gl/layers';
