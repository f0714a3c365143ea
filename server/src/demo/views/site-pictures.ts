import type { PhotoCamera, PhotoLens } from '@overlook/shared/maths';
import type { PlantDescription, PlantPhoto } from '../plant/types.ts';
import { photoCameraEnu } from './photo-camera-enu.ts';

/** A picture of a site that is to be drawn: its file below the site's folder, and its camera in the site frame. */
export interface SitePicture {
  readonly path: string;
  readonly camera: PhotoCamera;
}

/** The pictures of Places have the viewer's vertical field of view, 60°. */
const PLACE_ASPECT = 16 / 9;
const PLACE_LENS: PhotoLens = {
  projection: 'perspective',
  widthPx: 1280,
  heightPx: 720,
  hfovDeg: (360 / Math.PI) * Math.atan(PLACE_ASPECT * Math.tan(Math.PI / 6)),
};

/** A lens with fewer pixels at a scale below 1; both sides remain even numbers. */
const lensAt = <Lens extends PhotoLens>(lens: Lens, scale: number): Lens => {
  const side = (px: number) => 2 * Math.ceil((px * Math.sqrt(scale)) / 2);
  return { ...lens, widthPx: side(lens.widthPx), heightPx: side(lens.heightPx) };
};

export const placePicture = (index: number): string => `pictures/place-${index + 1}.jpg`;
export const photoPicture = ({ name }: Pick<PlantPhoto, 'name'>): string =>
  `pictures/${name.toLowerCase().replaceAll(' ', '-')}.jpg`;

/** The photos of a site as they are drawn at a scale: some of them at a small one, with fewer pixels. */
export function photosAt({ photos }: PlantDescription, scale: number): readonly PlantPhoto[] {
  const nth = scale < SOME_BELOW ? SOME_OF : 1;
  return photos.filter((_, i) => i % nth === 0).map((photo) => ({ ...photo, lens: lensAt(photo.lens, scale) }));
}

/** Below this scale only every n-th photo is drawn. */
const SOME_BELOW = 0.1;
const SOME_OF = 5;

/** All pictures of a site: those of its Places and its photos. */
export function sitePictures(plant: PlantDescription, scale: number): SitePicture[] {
  const places = plant.places.map(({ pose }, i) => ({
    path: placePicture(i),
    camera: { ...pose, lens: lensAt(PLACE_LENS, scale) },
  }));
  const photos = photosAt(plant, scale).map((photo) => ({
    path: photoPicture(photo),
    camera: photoCameraEnu(plant.origin, photo),
  }));
  return [...places, ...photos];
}
