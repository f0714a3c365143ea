/** What a stage sees: rays through its pixels, what they meet, and where points appear. Speaks ECEF to the outside. */
import {
  type EnuFrame,
  type Vec3,
  distance,
  subtract,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import type { TilePick } from '../picking/pick-tiles.ts';
import type { RayEcef, ToolHit, Unrefined } from '../tools/tool.ts';
import { type CameraFrame, rayDirection } from '../view/camera-frame.ts';
import type { Screen } from './screen.ts';
import type { PickResult } from './stage-types.ts';

/** A ray that meets no tile falls on the ground plane of the site, up to this far (metres). */
const GROUND_REACH = 30_000;
/** A surface hides a point when it is nearer by more than this many metres, and by this share of the distance. */
const HIDES_FROM = 0.05;
const HIDES_SHARE = 0.002;
/** Points that a drill picks along one ray (specification §9). */
export const DRILL_AT_MOST = 10;

export interface SightSource {
  readonly camera: CameraFrame;
  readonly frame: EnuFrame;
  readonly screen: Screen | null;
}

export class Sight {
  constructor(private readonly now: () => SightSource) {}

  /** The ray through the middle of a CSS pixel. */
  rayAt(x: number, y: number): RayEcef {
    const { camera, frame } = this.now();
    return {
      origin: transformPoint(frame.toEcef, eyeOf(camera)),
      direction: transformDirection(frame.toEcef, rayDirection(camera, x, y)),
    };
  }

  pick(x: number, y: number): PickResult | null {
    const hit = this.hitAt(x, y);
    return hit && resultOf(hit);
  }

  /** Up to ten things along the ray through a pixel, nearest first. */
  drill(x: number, y: number): PickResult[] {
    const { camera, screen } = this.now();
    const ray = this.rayAt(x, y);
    const picks = screen?.drill(camera, x, y, DRILL_AT_MOST) ?? [];
    return picks.map((pick) => resultOf(this.toHit(pick, ray)));
  }

  /** What of the model lies under a pixel. */
  hitAt(x: number, y: number): ToolHit | null {
    const { camera, screen } = this.now();
    const pick = screen?.pick(camera, x, y);
    return pick ? this.toHit(pick, this.rayAt(x, y)) : null;
  }

  /** What a ray meets near a place in a layer, in the finest tiles there are; null when that layer is not the one seen. */
  repick(ray: RayEcef, modeltypeId: number, { pointEcef, errorMetres }: Unrefined): ToolHit | null {
    const { camera, frame, screen } = this.now();
    if (modeltypeId !== screen?.seenLayerId) return null;
    const origin = transformPoint(frame.fromEcef, ray.origin);
    const direction = transformDirection(frame.fromEcef, ray.direction);
    const from = distance(ray.origin, pointEcef) - errorMetres;
    const pick = screen.pickFinest(camera, origin, direction, from) ?? screen.pickAlong(camera, origin, direction);
    return pick ? this.toHit(pick, ray) : null;
  }

  /** What of the model lies under a pixel, and the point there (ECEF metres): of the model or else of the ground plane. */
  under(x: number, y: number): { hit: ToolHit | null; pointEcef: Vec3 | null } {
    const hit = this.hitAt(x, y);
    if (hit) return { hit, pointEcef: hit.pointEcef };
    const ground = this.groundUnder(x, y);
    return { hit, pointEcef: ground && transformPoint(this.now().frame.toEcef, ground) };
  }

  /** The point of the model or of the ground plane under a pixel, in the site frame. */
  worldUnder(x: number, y: number): Vec3 | null {
    const { camera, screen } = this.now();
    return screen?.pick(camera, x, y)?.pointEnu ?? this.groundUnder(x, y);
  }

  /** Whether the model stands between the camera and a point of the site frame. */
  isHidden(pointEnu: Vec3): boolean {
    const { camera, screen } = this.now();
    const eye = eyeOf(camera);
    const away = distance(eye, pointEnu);
    if (!screen || away === 0) return false;
    const direction = subtract(pointEnu, eye).map((component) => component / away) as Vec3;
    const hit = screen.pickAlong(camera, eye, direction);
    return hit !== null && hit.distance < away - Math.max(HIDES_FROM, hit.errorMetres, HIDES_SHARE * away);
  }

  /** CSS pixels of a point (ECEF metres) and its distance from the camera; null when it is behind it. */
  project(pointEcef: Vec3): { x: number; y: number; distance: number } | null {
    const { camera, frame } = this.now();
    const point = transformPoint(frame.fromEcef, pointEcef);
    const [dx, dy, dz] = subtract(point, eyeOf(camera));
    const m = camera.clipFromEnuAxes;
    const w = m[3]! * dx + m[7]! * dy + m[11]! * dz + m[15]!;
    if (w < camera.near) return null;
    const x = (m[0]! * dx + m[4]! * dy + m[8]! * dz + m[12]!) / w;
    const y = (m[1]! * dx + m[5]! * dy + m[9]! * dz + m[13]!) / w;
    return {
      x: ((x + 1) / 2) * camera.widthPx,
      y: ((1 - y) / 2) * camera.heightPx,
      distance: Math.hypot(dx, dy, dz),
    };
  }

  private groundUnder(x: number, y: number): Vec3 | null {
    const { camera } = this.now();
    const direction = rayDirection(camera, x, y);
    const t = -camera.z / direction[2];
    if (!(t > 0 && t < GROUND_REACH)) return null;
    return [camera.x + direction[0] * t, camera.y + direction[1] * t, 0];
  }

  private toHit({ pointEnu, featureId, errorMetres }: TilePick, ray: RayEcef): ToolHit {
    const { frame, screen } = this.now();
    return {
      pointEcef: transformPoint(frame.toEcef, pointEnu),
      modeltypeId: screen!.seenLayerId!,
      featureId,
      errorMetres,
      ray,
    };
  }
}

const eyeOf = ({ x, y, z }: CameraFrame): Vec3 => [x, y, z];

const resultOf = ({ pointEcef, modeltypeId, featureId, errorMetres }: ToolHit): PickResult => ({
  pointEcef,
  layer: modeltypeId,
  featureId,
  errorMetres,
});
