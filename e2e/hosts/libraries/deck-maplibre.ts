export * from '@deck.gl/maplibre';
