import { beforeAll, describe, expect, it } from 'vitest';
import {
  add,
  distance,
  isInPicture,
  type PhotoCamera,
  photoPixelOf,
  photoRayOf,
  scale,
  type Vec3,
} from '@overlook/shared/maths';
import { depthsOf } from './depths-of.ts';
import { plainLight } from './plain-light.ts';
import { drawPixels } from '../views/draw-view.ts';
import { photoCameraEnu } from '../views/photo-camera-enu.ts';
import { type ViewScene, viewScene } from '../views/view-scene.ts';
import { marginM, photoTruth, type PhotoVerdict, surfacePoints } from './photo-truth.ts';
import { describeSite } from '../plant/sites.ts';
import { RED_TANK } from './truth.ts';

const plant = describeSite('ridgeway');
const SLOW_MS = 240_000;
let scene: ViewScene;
beforeAll(() => {
  scene = viewScene(plainLight(plant));
}, SLOW_MS);

/** The camera of a photo whose sides have 1 / `coarser` of its pixels. */
function cameraOf(name: string, coarser: number): PhotoCamera {
  const photo = plant.photos.find((one) => one.name === name)!;
  const [widthPx, heightPx] = [photo.lens.widthPx / coarser, photo.lens.heightPx / coarser];
  return photoCameraEnu(plant.origin, { ...photo, lens: { ...photo.lens, widthPx, heightPx } });
}

describe('the photos of Ridgeway Gas Plant', () => {
  it('are at least 40 and 6 panospheres of two captures by three cameras, each with its own name', () => {
    const { photos } = plant;
    const flat = photos.filter(({ lens }) => lens.projection === 'perspective');
    expect([flat.length >= 40, photos.length - flat.length]).toEqual([true, 6]);
    expect(new Set(photos.map(({ heightType }) => heightType))).toEqual(new Set(['ground', 'airborne', 'panosphere']));
    expect(new Set(photos.map(({ camera }) => camera)).size).toBe(3);
    expect(new Set(photos.map(({ takenAt }) => takenAt.toISOString().slice(0, 10))).size).toBe(2);
    expect(new Set(photos.map(({ name }) => name)).size).toBe(photos.length);
    expect(photos.some(({ lens }) => lens.widthPx > 4096)).toBe(true);
  });

  it(
    'show those of 200 points that rays through the description reach, at the pixel that the camera gives',
    () => {
      const points = surfacePoints(plant, 200, 1);
      const verdictOf = photoTruth(plant);
      const counts: Record<PhotoVerdict, number> = { sees: 0, hidden: 0, outside: 0, edge: 0 };
      const wrong: unknown[] = [];
      for (const { name } of plant.photos) {
        const camera = cameraOf(name, 2);
        const depthAt = depthsOf(scene, camera);
        for (const point of points) {
          const verdict = verdictOf(camera, point);
          counts[verdict]++;
          const pixel = photoPixelOf(camera, point.pointEnu);
          if (verdict === 'edge') continue;
          const drawn = pixel && isInPicture(pixel, camera.lens) ? depthAt(pixel) : null;
          const far = distance(camera.position, point.pointEnu);
          const margin = marginM(camera, far);
          const isRight =
            verdict === 'outside'
              ? drawn === null
              : drawn !== null && (verdict === 'sees' ? Math.abs(drawn - far) < margin : drawn < far - margin);
          if (!isRight) wrong.push({ name, verdict, drawn, far, point });
          // The ray of the pixel meets the point.
          else if (verdict === 'sees') {
            const met = add(camera.position, scale(photoRayOf(camera, pixel!), drawn!));
            const back = photoPixelOf(camera, met)!;
            expect(Math.hypot(back.x - pixel!.x, back.y - pixel!.y)).toBeLessThan(0.01);
          }
        }
      }
      expect(wrong).toEqual([]);
      const total = 200 * plant.photos.length;
      expect(counts.edge / total).toBeLessThan(0.2);
      for (const verdict of ['sees', 'hidden', 'outside'] as const) expect(counts[verdict]).toBeGreaterThan(total / 40);
    },
    SLOW_MS,
  );

  it.each(['Photo 0116', 'Panosphere 0419'])(
    'show a painted edge at its pixel: %s',
    (name) => {
      const camera = cameraOf(name, 1);
      const { widthPx } = camera.lens;
      const pixels = drawPixels(scene, camera);
      const redness = (x: number, y: number) => {
        const at = 3 * (y * widthPx + x);
        return pixels[at]! - pixels[at + 2]!;
      };
      const { centreEnu, radius, bandTop } = RED_TANK;
      const bearing = Math.atan2(camera.position[1] - centreEnu[1], camera.position[0] - centreEnu[0]);
      for (const turn of [-0.3, 0, 0.2]) {
        const edge: Vec3 = [
          centreEnu[0] + radius * Math.cos(bearing + turn),
          centreEnu[1] + radius * Math.sin(bearing + turn),
          bandTop,
        ];
        const pixel = photoPixelOf(camera, edge)!;
        expect(Math.abs(pixel.y - edgeBelow(redness, Math.floor(pixel.x), Math.floor(pixel.y)))).toBeLessThan(1);
      }
    },
    SLOW_MS,
  );
});

/** The row, with its fraction, in which a column near `row` turns to red downwards. */
function edgeBelow(redness: (x: number, y: number) => number, column: number, row: number): number {
  const [above, below] = [redness(column, row - 5), redness(column, row + 5)];
  expect(below - above).toBeGreaterThan(60);
  const share = (y: number) => (redness(column, y) - above) / (below - above);
  let y = row - 5;
  while (share(y + 1) < 0.5) y++;
  return y + 0.5 + (0.5 - share(y)) / (share(y + 1) - share(y));
}
