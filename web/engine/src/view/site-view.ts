/**
 * deck.gl's view of a site: an exact east-north-up frame in metres, seen from a free camera (docs/decisions/0004).
 *
 * Without longitude and latitude deck.gl treats the viewport as plain cartesian space and subtracts the camera position
 * in its shaders, so layers beside the tiles (marks, lines, icons) keep float32 precision near the camera.
 */
import { View, Viewport } from '@deck.gl/core';
import { Matrix4 } from '@math.gl/core';
import { type Vec3, add, cross, dot, scale, subtract } from '@overlook/shared/maths';
import { type CameraFrame, cameraFrame, type ClipShift, ORTHO_REACH_M } from './camera-frame.ts';
import { DISTANCE_OFFSET } from './site-layer-extension.ts';

export interface SiteViewState {
  positionEnu: Vec3;
  direction: Vec3;
  up: Vec3;
  near: number;
  far: number;
  fovYDeg: number;
  /** Orthographic: metres that the height of the view shows. Absent: perspective. */
  orthoHeightM?: number;
  /** How far the image is shifted; absent for not at all. */
  shift?: ClipShift;
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
  private readonly options: SiteViewportOptions;

  constructor(options: SiteViewportOptions) {
    const { id, x, y, width, height, positionEnu, direction, up, near, far, fovYDeg, orthoHeightM, shift } = options;
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
      ...((shift || orthoHeightM) && { projectionMatrix: projectionOf(options) }),
      // Width of a metre at the focal distance, in pixels: deck.gl converts sizes in metres to pixels with it.
      zoom: Math.log2(Math.max(1, height) / (orthoHeightM ?? 2 * Math.tan((fovYDeg * Math.PI) / 360))),
      focalDistance: 1,
    });
    this.options = options;
  }

  /** Where distances in picks begin along the view, and how far depth reaches from there; null for a perspective view. */
  get orthoDepth(): { readonly fromM: number; readonly lengthM: number } | null {
    const { near, far, orthoHeightM } = this.options;
    return orthoHeightM === undefined ? null : { fromM: near, lengthM: far - near };
  }

  /** Besides what deck.gl's own does: the third number may be a distance along the view, {@link DISTANCE_OFFSET} added. */
  override unproject(xyz: number[], options: { topLeft?: boolean; targetZ?: number } = {}): number[] {
    const [x, y, z] = xyz as [number, number, number | undefined];
    if (z === undefined || z < DISTANCE_OFFSET) return super.unproject(xyz, options);
    return this.pointAt(x, y, z - DISTANCE_OFFSET + (this.orthoDepth?.fromM ?? 0));
  }

  /** The point (ENU metres) so many metres along the view under a place in CSS pixels from the top left. */
  pointAt(x: number, y: number, along: number): Vec3 {
    const { positionEnu, direction, up, width, height } = this.options;
    const right = cross(direction, up);
    const metresPerPixel = (this.orthoDepth ? 1 : along) / this.scale;
    const sideways = scale(right, (x - width / 2) * metresPerPixel);
    return add(add(positionEnu, scale(direction, along)), add(sideways, scale(up, (height / 2 - y) * metresPerPixel)));
  }

  /** The same camera as the tiles read it. */
  cameraFrame(): CameraFrame {
    const { width, height, near, far, fovYDeg } = this.options;
    return cameraFrame(this.options, width, height, near, far, fovYDeg);
  }

  /** Where the view begins, from which what is nearer and what is farther can be told (ENU metres). */
  seenFrom(): Vec3 {
    const { positionEnu, direction } = this.options;
    return this.orthoDepth ? subtract(positionEnu, scale(direction, ORTHO_REACH_M)) : positionEnu;
  }

  /** How far along the view a point (ENU metres) is. */
  alongView(pointEnu: Vec3): number {
    const { positionEnu, direction } = this.options;
    return dot(subtract(pointEnu, positionEnu), direction);
  }

  override projectFlat(point: number[]): [number, number] {
    return [point[0]!, point[1]!];
  }

  override unprojectFlat(point: number[]): [number, number] {
    return [point[0]!, point[1]!];
  }
}

/** What deck.gl makes of the same options, orthographic or with the image shifted. */
function projectionOf(options: SiteViewportOptions): Matrix4 {
  const { width, height, near, far, fovYDeg, orthoHeightM, shift = [0, 0] } = options;
  const aspect = width / height;
  if (orthoHeightM) {
    const [right, top] = [(orthoHeightM * aspect) / 2, orthoHeightM / 2];
    const projection = new Matrix4().ortho({ left: -right, right, bottom: -top, top, near, far });
    projection[12]! += shift[0];
    projection[13]! += shift[1];
    return projection;
  }
  const projection = new Matrix4().perspective({ fovy: (fovYDeg * Math.PI) / 180, aspect, near, far });
  projection[8]! -= shift[0];
  projection[9]! -= shift[1];
  return projection;
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
