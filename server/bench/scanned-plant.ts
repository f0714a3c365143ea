import type { MadePoint } from '../src/publish/points/testing/made-las.ts';

const STATIONS = 40;
const COLUMN = 2000;
/** Metres above the ground, and the longest distance. */
const EYE = 1.8;
const FARTHEST = 120;
const TANKS = Array.from({ length: 12 }, (_, i) => ({
  x: 25 + (i % 4) * 50,
  y: 25 + Math.floor(i / 4) * 50,
  radius: 8,
}));

/**
 * The points of `count` that 40 scanner stations see in a plant of 200 × 150 × 14 m, in the order of scanning: column after
 * column of a turning beam that meets the ground, tanks or an outer wall. Integers of a grid of 1 mm, with 2 mm of noise.
 */
export function scannedPlant(count: number): (index: number, point: MadePoint) => void {
  const aStation = Math.ceil(count / STATIONS);
  const columns = Math.ceil(aStation / COLUMN);
  const random = noise();
  return (index, point) => {
    const station = Math.floor(index / aStation);
    const inStation = index % aStation;
    const azimuth = (Math.floor(inStation / COLUMN) / columns) * 2 * Math.PI;
    const elevation = -1.1 + ((inStation % COLUMN) / COLUMN) * 1.5;
    const x = 10 + (station % 8) * 25.7;
    const y = 10 + Math.floor(station / 8) * 31.3;
    const [east, north] = [Math.cos(azimuth), Math.sin(azimuth)];
    const level = Math.min(FARTHEST, tankDistance(x, y, east, north), wallDistance(x, y, east, north));
    const slope = Math.tan(elevation);
    const reach = slope < 0 ? Math.min(level, -EYE / slope) : Math.min(level, 12 / Math.max(slope, 1e-3));
    const isGround = reach < level && slope < 0;
    point.x = Math.round((x + reach * east) * 1000 + random() * 4);
    point.y = Math.round((y + reach * north) * 1000 + random() * 4);
    point.z = Math.round((EYE + reach * slope) * 1000 + random() * 4);
    point.intensity = Math.round(40_000 / (1 + reach / 10) + random() * 800);
    point.classification = isGround ? 2 : 6;
    const shade = (isGround ? 90 : 160) + Math.round(random() * 12);
    [point.red, point.green, point.blue] = [shade << 8, (shade + 6) << 8, (shade - 8) << 8];
    point.gpsTime = 3e8 + index * 1e-5;
    point.sourceId = station;
  };
}

function tankDistance(x: number, y: number, east: number, north: number): number {
  let nearest = Infinity;
  for (const tank of TANKS) {
    const [dx, dy] = [tank.x - x, tank.y - y];
    const along = dx * east + dy * north;
    const square = tank.radius * tank.radius - (dx * dx + dy * dy - along * along);
    if (along > 0 && square > 0) nearest = Math.min(nearest, Math.max(0.5, along - Math.sqrt(square)));
  }
  return nearest;
}

const wallDistance = (x: number, y: number, east: number, north: number): number =>
  Math.min(
    east > 0 ? (200 - x) / east : east < 0 ? -x / east : Infinity,
    north > 0 ? (150 - y) / north : north < 0 ? -y / north : Infinity,
  );

/** Numbers around 0, within 0.5, the same each time. */
function noise(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 32;
  };
}
