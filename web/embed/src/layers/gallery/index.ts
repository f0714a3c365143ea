/** The layers of the gallery. Each is loaded when it is needed. */
import type { GalleryKind } from '@overlook/shared/config';
import type { AnyLayer } from '../layer-definition.ts';
import type { GalleryOptions } from './gallery-options.ts';

const GALLERY: Readonly<Record<GalleryKind, (given: GalleryOptions) => Promise<AnyLayer>>> = {
  assets: async (given) => (await import('./assets.ts')).assetsLayer(given),
  sensors: async (given) => (await import('./sensors.ts')).sensorsLayer(given),
  tracks: async (given) => (await import('./tracks.ts')).tracksLayer(given),
  'scan-positions': async (given) => (await import('./scan-positions.ts')).scanPositionsLayer(given),
  'heat-map': async (given) => (await import('./heat-map.ts')).heatMapLayer(given),
  'ground-map': async (given) => (await import('./ground-map.ts')).groundMapLayer(given),
};

/** Loads a gallery layer with the options of an installation. Rejects with a TypeError that names an invalid option. */
export const loadGalleryLayer = (kind: GalleryKind, given: GalleryOptions): Promise<AnyLayer> => GALLERY[kind](given);
