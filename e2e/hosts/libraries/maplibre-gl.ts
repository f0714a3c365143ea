export * from 'maplibre-gl';
