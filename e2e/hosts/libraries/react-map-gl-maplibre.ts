export * from 'react-map-gl/maplibre';
export { default } from 'react-map-gl/maplibre';
