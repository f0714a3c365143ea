export * from '@deck.gl/geo-layers';
