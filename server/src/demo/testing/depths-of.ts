import { dot, type PhotoCamera, type PhotoPixel, photoRayOf } from '@overlook/shared/maths';
import { cellOf, facingOf, sideAt, sidesOf } from '../views/facing.ts';
import { lookFrom, type ViewScene } from '../views/view-scene.ts';

/** Rays each way within a pixel, as in pictures. */
const FINER = 2;

/**
 * A function that gives the distance from a camera to the surface at a pixel, metres: the surface is that of the depth
 * buffer, and the ray is exact. Infinity for the sky and beyond the terrain.
 */
export function depthsOf(scene: ViewScene, camera: PhotoCamera): (pixel: PhotoPixel) => number {
  const isFlat = camera.lens.projection === 'perspective';
  const looks = (isFlat ? [facingOf(camera, FINER)] : sidesOf(camera, FINER)).map((facing) => lookFrom(scene, facing));
  const front = looks[0]!.facing;
  const met = new Float64Array(3);
  return (pixel) => {
    const ray = photoRayOf(camera, pixel);
    const side = isFlat ? 0 : sideAt(dot(ray, front.right), dot(ray, front.up), dot(ray, front.ahead));
    const look = looks[side]!;
    const { facing } = look;
    const ahead = dot(ray, facing.ahead);
    const x = dot(ray, facing.right) / ahead;
    const y = dot(ray, facing.up) / ahead;
    const triangle = look.cells[cellOf(facing, x, y)]!;
    if (triangle < 0) return Infinity;
    look.meet(triangle, x, y, met);
    return met[0]! / ahead;
  };
}
