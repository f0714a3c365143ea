/**
 * Picks of a stage: rays through its pixels, their hits, and the projection of points to the screen. Its interface uses
 * ECEF.
 */
import {
  type EnuFrame,
  type Vec3,
  distance,
  dot,
  subtract,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import type { AreaHit, AreaRay } from '../areas/pick-area.ts';
import { hidingGapM } from '../picking/hides.ts';
import type { RayEcef, ToolHit, Unrefined } from '../tools/tool.ts';
import { type CameraFrame, pixelsPerMetreAt } from '../view/camera-frame.ts';
import { distanceTo, eyeOf, rayAt, rayTo, toleranceReach, type ViewRay } from '../view/view-rays.ts';
import type { LayerPick } from './deck-layers.ts';
import { captureOf, type ScenePick, type ScenePickOfRay } from './scene-pick.ts';
import type { Scene } from './scene.ts';
import type { AreaPick, PickResult } from './stage-types.ts';

/** A ray that hits no tile is intersected with the ground plane of the site, up to this distance (metres). */
const GROUND_REACH = 30_000;
/** An added layer up to this distance below or above a surface counts as lying on it, and is drawn over it. */
const LIES_ON = 0.01;
const LIES_ON_SHARE = 1e-4;
/** Largest number of picks along one ray (specification §9). */
const DRILL_AT_MOST = 10;

export interface SightSource {
  readonly camera: CameraFrame;
  readonly frame: EnuFrame;
  readonly scene: Scene | null;
  readonly pickArea: (ray: AreaRay) => AreaHit | null;
}

export class ViewPicker {
  constructor(readonly now: () => SightSource) {}

  /** Picks with the camera of this moment. */
  frozen(): ViewPicker {
    const { camera } = this.now();
    return new ViewPicker(() => ({ ...this.now(), camera }));
  }

  /** The ray through the centre of a CSS pixel. */
  rayAt(x: number, y: number): RayEcef {
    const { camera, frame } = this.now();
    const { originEnu, directionEnu } = rayAt(camera, x, y);
    return {
      origin: transformPoint(frame.ecefFromEnu, originEnu),
      direction: transformDirection(frame.ecefFromEnu, directionEnu),
    };
  }

  /** The nearest hit of tiles and added layers under a pixel. */
  pick(x: number, y: number): PickResult | null {
    const hit = this.hitAt(x, y);
    return this.inOrder(hit ? [hit] : [], this.now().scene?.pickLayers(x, y, 1) ?? [])[0] ?? null;
  }

  /** The nearest area under a pixel that the model does not hide. */
  pickArea(x: number, y: number): AreaPick | null {
    const { camera, frame, scene, pickArea } = this.now();
    const ray = rayAt(camera, x, y);
    const near = Math.max(0, camera.near / dot(ray.directionEnu, camera.direction));
    const hit = pickArea({ frame, ...ray, near, section: scene?.section ?? null });
    if (!hit) return null;
    const model = scene?.picks.at(camera, x, y);
    const isHidden = model && model.distance < hit.distance - liesOnM(camera, hit.distance);
    return isHidden ? null : { areaId: hit.area.id, pointEcef: transformPoint(frame.ecefFromEnu, hit.pointEnu) };
  }

  /** Up to ten hits along the ray through a pixel, nearest first. */
  drill(x: number, y: number): PickResult[] {
    const { camera, scene } = this.now();
    const ray = this.rayAt(x, y);
    const hits = (scene?.picks.drill(camera, x, y, DRILL_AT_MOST) ?? []).map((pick) => this.toHit(pick, ray));
    return this.inOrder(hits, scene?.pickLayers(x, y, DRILL_AT_MOST) ?? []).slice(0, DRILL_AT_MOST);
  }

  /** The hit of the model under a pixel. */
  hitAt(x: number, y: number): ToolHit | null {
    const { camera, scene } = this.now();
    const hit = scene?.picks.at(camera, x, y);
    return hit ? this.toHit(hit, this.rayAt(x, y)) : null;
  }

  /**
   * The hit for a tool at a pixel: that of the model, or of a nearer added layer. Layers that are drawn over everything are
   * symbols without a surface.
   */
  toolHitAt(x: number, y: number): ToolHit | null {
    const { frame, camera, scene } = this.now();
    const hit = this.hitAt(x, y);
    const [added] = scene?.pickLayers(x, y, 1) ?? [];
    const seen = scene && captureOf(scene.sideAt(camera, [x, y]));
    if (!added || added.isOnTop || !seen) return hit;
    const [first] = this.inOrder(hit ? [hit] : [], [added]);
    if (!first?.added) return hit;
    const pointEcef = transformPoint(frame.ecefFromEnu, added.pointEnu);
    const errorMetres = 1 / pixelsPerMetreAt(camera, distanceTo(camera, added.pointEnu));
    return { pointEcef, ...seen, featureId: null, errorMetres, ray: this.rayAt(x, y), isAdded: true };
  }

  /** The hit of the layer over the chosen one (`StageState.overlay`) at a pixel. */
  overlayHitAt(x: number, y: number): ToolHit | null {
    const { camera, scene } = this.now();
    const hit = scene?.pickOverlay(camera, x, y);
    return hit ? this.toHit(hit, this.rayAt(x, y)) : null;
  }

  /** Model type of the visible layer at a pixel; null for none. */
  layerAt(x: number, y: number): number | null {
    const { camera, scene } = this.now();
    return scene?.sideAt(camera, [x, y]).visibleLayerId ?? null;
  }

  /**
   * The hit of a ray near a position on a capture, in its finest tiles; null if that is not visible. Never waits for the
   * GPU: undefined until the data have been read back.
   */
  repick(ray: RayEcef, place: Unrefined): ToolHit | null | undefined {
    const { pointEcef, errorMetres } = place;
    const { camera, frame, scene } = this.now();
    const side = scene?.sideOf(place);
    if (!scene || !side) return null;
    const viewRay: ViewRay = {
      originEnu: transformPoint(frame.enuFromEcef, ray.origin),
      directionEnu: transformDirection(frame.enuFromEcef, ray.direction),
    };
    const from = distance(ray.origin, pointEcef) - errorMetres;
    const finest = scene.picks.finest(camera, side, viewRay, from);
    const answer = finest?.pick === null ? scene.picks.atHand(camera, side, viewRay) : finest;
    return answer ? answer.pick && this.toHit(answer.pick, ray) : undefined;
  }

  /** The hit of a ray from any origin within `lengthM` on all loaded tiles, without a wait; null without a visible layer. */
  castRay({ origin, direction }: RayEcef, lengthM = GROUND_REACH): ScenePickOfRay | null {
    const { frame, scene } = this.now();
    if (!scene || scene.sides.first.visibleLayerId === null) return null;
    const originEnu = transformPoint(frame.enuFromEcef, origin);
    return scene.picks.met(scene.sides.first, originEnu, transformDirection(frame.enuFromEcef, direction), lengthM);
  }

  /** The nearest surface of all loaded tiles along a ray from any origin. */
  pickRay(ray: RayEcef): PickResult | null {
    const pick = this.castRay(ray)?.pick;
    return pick ? resultOf(this.toHit(pick, ray)) : null;
  }

  /**
   * The hit of the model under a pixel, and the point there (ECEF metres), on the model or else on the ground plane. Never waits for
   * the GPU: null until the data have been read back.
   */
  under(x: number, y: number): { hit: ToolHit | null; pointEcef: Vec3 | null } | null {
    const answer = this.atHand(x, y);
    if (!answer) return null;
    const hit = answer.pick && this.toHit(answer.pick, this.rayAt(x, y));
    if (hit) return { hit, pointEcef: hit.pointEcef };
    const ground = this.groundUnder(x, y);
    return { hit, pointEcef: ground && transformPoint(this.now().frame.ecefFromEnu, ground) };
  }

  /**
   * The point of the model or of the ground plane under a pixel, in the site frame. Never waits for the GPU: undefined until the
   * data have been read back.
   */
  worldUnder(x: number, y: number): Vec3 | null | undefined {
    const answer = this.atHand(x, y);
    return answer ? (answer.pick?.pointEnu ?? this.groundUnder(x, y)) : undefined;
  }

  /** The same, with a wait for the GPU; null where there is neither. */
  readNow(x: number, y: number): Vec3 | null {
    const { camera, scene } = this.now();
    return scene?.picks.at(camera, x, y)?.pointEnu ?? this.groundUnder(x, y);
  }

  private atHand(x: number, y: number): { pick: ScenePick | null } | null {
    const { camera, scene } = this.now();
    if (!scene) return { pick: null };
    return scene.picks.atHand(camera, scene.sideAt(camera, [x, y]), rayAt(camera, x, y));
  }

  /** Whether the model is between the camera and a point of the site frame; null while that is not known. */
  isHidden(pointEnu: Vec3): boolean | null {
    const { camera, scene } = this.now();
    const ray = rayTo(camera, pointEnu);
    if (!scene || !ray) return false;
    const place = placeOf(pointEnu, camera);
    const side = place ? scene.sideAt(camera, [place.x, place.y]) : scene.sides.first;
    const answer = scene.picks.atHand(camera, side, ray);
    if (!answer) return null;
    const hit = answer.pick;
    return (
      hit !== null && hit.distance < ray.distanceM - hidingGapM(toleranceReach(camera, ray.distanceM), hit.errorMetres)
    );
  }

  /** CSS pixels of a point (ECEF metres) and its distance from the camera; null behind the camera. */
  project(pointEcef: Vec3): { x: number; y: number; distance: number } | null {
    const { camera, frame } = this.now();
    return placeOf(transformPoint(frame.enuFromEcef, pointEcef), camera);
  }

  private groundUnder(x: number, y: number): Vec3 | null {
    const { camera } = this.now();
    const { originEnu, directionEnu } = rayAt(camera, x, y);
    const t = -originEnu[2] / directionEnu[2];
    if (!(t > 0 && t < GROUND_REACH)) return null;
    return [originEnu[0] + directionEnu[0] * t, originEnu[1] + directionEnu[1] * t, 0];
  }

  /** One list, nearest first: layers that are drawn over everything come first, and layers on a surface come before the surface. */
  private inOrder(hits: readonly ToolHit[], added: readonly LayerPick[]): PickResult[] {
    const { camera, frame } = this.now();
    const tiles = hits.map((hit) => ({
      result: resultOf(hit),
      distance: distanceTo(camera, transformPoint(frame.enuFromEcef, hit.pointEcef)),
    }));
    const others = added.map(({ pointEnu, layerId, index, object, isOnTop }) => {
      const away = distanceTo(camera, pointEnu);
      const result: PickResult = {
        pointEcef: transformPoint(frame.ecefFromEnu, pointEnu),
        layer: null,
        featureId: null,
        errorMetres: 1 / pixelsPerMetreAt(camera, away),
        added: { layerId, index, object },
      };
      return { result, distance: isOnTop ? 0 : away - liesOnM(camera, away) };
    });
    return [...others, ...tiles].sort((a, b) => a.distance - b.distance).map(({ result }) => result);
  }

  private toHit({ pointEnu, modeltypeId, takenOn, featureId, errorMetres }: ScenePick, ray: RayEcef): ToolHit {
    const { frame } = this.now();
    return {
      pointEcef: transformPoint(frame.ecefFromEnu, pointEnu),
      modeltypeId,
      ...(takenOn && { takenOn }),
      featureId,
      errorMetres,
      ray,
    };
  }
}

const liesOnM = (camera: CameraFrame, distanceM: number): number =>
  LIES_ON + LIES_ON_SHARE * toleranceReach(camera, distanceM);

/** CSS pixels of a point (ENU metres) and its distance from the camera; null behind the camera. */
function placeOf(pointEnu: Vec3, camera: CameraFrame): { x: number; y: number; distance: number } | null {
  const [dx, dy, dz] = subtract(pointEnu, eyeOf(camera));
  const m = camera.clipFromEnuAxes;
  const w = m[3] * dx + m[7] * dy + m[11] * dz + m[15];
  if (w < camera.near) return null;
  const x = (m[0] * dx + m[4] * dy + m[8] * dz + m[12]) / w;
  const y = (m[1] * dx + m[5] * dy + m[9] * dz + m[13]) / w;
  return {
    x: ((x + 1) / 2) * camera.widthPx,
    y: ((1 - y) / 2) * camera.heightPx,
    distance: Math.hypot(dx, dy, dz),
  };
}

const resultOf = ({ pointEcef, modeltypeId, featureId, errorMetres }: ToolHit): PickResult => ({
  pointEcef,
  layer: modeltypeId,
  featureId,
  errorMetres,
  added: null,
});
