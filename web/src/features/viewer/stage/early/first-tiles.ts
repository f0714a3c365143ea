import { CAMERA } from '@overlook/shared/config';
import {
  IDENTITY,
  type Mat4,
  type Pose,
  type Vec3,
  distance,
  dot,
  length,
  ecefFromLla,
  maximumScale,
  multiply,
  normalize,
  subtract,
  transformDirection,
  transformPoint,
  toMat4,
  WGS84,
} from '@overlook/shared/maths';
import {
  type BoundingVolume,
  JsonNode,
  contentPaths,
  readBoundingVolume,
  regionWidthRad,
} from '@overlook/shared/tiles3d';

/** Files that are named at most: some 2 MB of the usual tiles. */
const FILES_MOST = 24;
/** Most examined tiles, because the list is read on the main thread. */
const VISITS_MOST = 2000;
/** As the engine's common threshold: tiles of at most this error on the screen are not refined, CSS pixels. */
const ERROR_PX = 16;

interface Visit {
  node: JsonNode;
  /** To ECEF, of the parent. */
  matrix: Mat4;
}

/**
 * Absolute addresses of the contents that a view of a tileset begins with, coarsest first: every second level, as the
 * engine loads them, down to the tiles that are fine enough. Null where the tileset cannot be read; the engine reports
 * the error. Other tilesets and implicit trees to which it refers are loaded by the engine.
 */
export function firstTiles(
  json: unknown,
  { url, pose, sizePx }: { url: string; pose: Pose; sizePx: { width: number; height: number } },
): string[] | null {
  try {
    const root = new JsonNode(json, null, 'tileset.json').get('root');
    return tilesOf(root, url, viewOf(pose, sizePx));
  } catch {
    return null;
  }
}

interface View {
  pose: Pose;
  pixelsPerRadian: number;
  /** From the middle of the picture to its corners, radians. */
  halfAngleRad: number;
}

function viewOf(pose: Pose, { width, height }: { width: number; height: number }): View {
  const halfTangent = Math.tan((CAMERA.fovYDeg * Math.PI) / 360);
  const diagonal = Math.hypot(width, height) / Math.max(1, height);
  return { pose, pixelsPerRadian: height / (2 * halfTangent), halfAngleRad: Math.atan(halfTangent * diagonal) };
}

interface Seen {
  node: JsonNode;
  matrix: Mat4;
  /** None where it is fine enough. */
  children: JsonNode[];
}

function tilesOf(root: JsonNode, url: string, view: View): string[] {
  const found: string[] = [];
  let level = [seenOf({ node: root, matrix: IDENTITY }, view)].flatMap((seen) => seen ?? []);
  let visits = 1;
  for (let depth = 0; level.length > 0; depth++) {
    const next: Seen[] = [];
    for (const { node, matrix, children } of level) {
      visits += children.length;
      if (visits > VISITS_MOST) return found;
      const below = children.flatMap((child) => seenOf({ node: child, matrix }, view) ?? []);
      for (const child of below) next.push(child);
      const isTarget = children.length === 0;
      // As the engine: half of the levels, but for the one just above the last.
      const isFallback = depth % 2 === 0 && (depth === 0 || below.some((child) => child.children.length > 0));
      if (!isTarget && !isFallback) continue;
      for (const address of addressesOf(node, url)) found.push(address);
      if (found.length >= FILES_MOST) return found.slice(0, FILES_MOST);
    }
    level = next;
  }
  return found;
}

/** Null where it is not in the view. */
function seenOf({ node, matrix: parent }: Visit, view: View): Seen | null {
  const transform = node.optional('transform')?.numbers(16);
  const matrix = transform ? multiply(parent, toMat4(transform)) : parent;
  const sphere = sphereOf(readBoundingVolume(node.get('boundingVolume')), matrix);
  const distanceM = distance(sphere.center, view.pose.position);
  if (!isInView(sphere, distanceM, view)) return null;
  const error = node.get('geometricError').number() * maximumScale(matrix);
  const isFine = (error * view.pixelsPerRadian) / Math.max(distanceM - sphere.radius, 1) <= ERROR_PX;
  return { node, matrix, children: isFine ? [] : node.list('children') };
}

/** Of its contents, but for those that lead to other tiles. */
const addressesOf = (node: JsonNode, url: string): string[] =>
  contentPaths(node.value).flatMap((path) => {
    const content = node.follow(path);
    const uri = (content.optional('uri') ?? content.get('url')).string();
    return /^data:|\.(?:json|subtree)(?:\?|$)|\{/.test(uri) ? [] : [new URL(uri, url).href];
  });

interface Sphere {
  center: Vec3;
  radius: number;
}

/** A sphere around a volume, ECEF. */
/** A region wider than this has a sphere around the Earth, radians. */
const WIDE_RAD = 0.5;

function sphereOf(volume: BoundingVolume, toEcef: Mat4): Sphere {
  if (volume.kind === 'sphere')
    return { center: transformPoint(toEcef, volume.center), radius: volume.radius * maximumScale(toEcef) };
  if (volume.kind === 'box') {
    const axes = volume.axes.map((axis) => length(transformDirection(toEcef, axis)));
    return { center: transformPoint(toEcef, volume.center), radius: Math.hypot(...axes) };
  }
  const { west, south, north, minHeight, maxHeight } = volume;
  const width = regionWidthRad(volume);
  // Its corners are not its farthest points.
  if (Math.max(width, north - south) > WIDE_RAD) return { center: [0, 0, 0], radius: WGS84.a + maxHeight };
  const east = west + width;
  const at = (lon: number, lat: number, height: number) =>
    ecefFromLla({ longitude: (lon * 180) / Math.PI, latitude: (lat * 180) / Math.PI, height });
  const center = at((west + east) / 2, (south + north) / 2, (minHeight + maxHeight) / 2);
  const corners = [west, east].flatMap((lon) => [south, north].map((lat) => at(lon, lat, maxHeight)));
  return { center, radius: Math.max(maxHeight - minHeight, ...corners.map((corner) => distance(corner, center))) };
}

function isInView({ center, radius }: Sphere, distanceM: number, { pose, halfAngleRad }: View): boolean {
  if (distanceM <= radius) return true;
  const toCenter = normalize(subtract(center, pose.position));
  const angle = Math.acos(Math.min(1, Math.max(-1, dot(toCenter, pose.direction))));
  return angle <= halfAngleRad + Math.asin(radius / distanceM);
}
