export * from '@deck.gl/mesh-layers';
