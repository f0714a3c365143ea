/**
 * deck.gl's view of a site: an exact east-north-up frame in metres, seen from a free camera (docs/decisions/0004).
 *
 * Without longitude and latitude deck.gl treats the viewport as plain cartesian space and subtracts the camera position
 * in its shaders, so layers beside the tiles (marks, lines, icons) keep float32 precision near the camera.
 */
import { View, Viewport } from '@deck.gl/core';
import { Matrix4 } from '@math.gl/core';
import type { Vec3 } from '@overlook/shared/maths';

export interface SiteViewState {
  positionEnu: Vec3;
  direction: Vec3;
  up: Vec3;
  near: number;
  far: number;
  fovYDeg: number;
}

interface SiteViewportOptions extends SiteViewState {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export class SiteViewport extends Viewport {
  static override displayName = 'SiteViewport';

  constructor(options: SiteViewportOptions) {
    const { id, x, y, width, height, positionEnu, direction, up, near, far, fovYDeg } = options;
    super({
      id,
      x,
      y,
      width,
      height,
      near,
      far,
      position: positionEnu,
      viewMatrix: new Matrix4().lookAt({ eye: [0, 0, 0], center: direction, up }),
      fovy: fovYDeg,
      zoom: 0,
      focalDistance: 1,
    });
  }

  override projectFlat(point: number[]): [number, number] {
    return [point[0]!, point[1]!];
  }

  override unprojectFlat(point: number[]): [number, number] {
    return [point[0]!, point[1]!];
  }
}

export class SiteView extends View {
  static displayName = 'SiteView';

  override getViewportType(): never {
    // deck.gl's types know only its own viewports' options.
    return SiteViewport as never;
  }

  protected get ControllerType(): never {
    throw new Error('The camera is driven by camera/, not by a deck.gl controller.');
  }
}
