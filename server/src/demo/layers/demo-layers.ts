import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Vec3 } from '@overlook/shared/maths';
import type { LayerManifest } from '@overlook/shared/schemas';
import { describeSite } from '../plant/sites.ts';
import type { PlantDescription } from '../plant/types.ts';
import { toLla } from './instruments.ts';
import { itemTops } from './item-tops.ts';
import { READINGS_PATH } from './readings.ts';

/** Those that have a label in the model. */
const MAIN = new Set(['Column', 'Storage tank', 'Sphere', 'Bullet', 'Flare']);
const SCANS = 126;
const SCAN_HEIGHT = 1.8;
/** From one scan position on a road to the next, metres. */
const SCAN_STEP = 18;
const SURVEY_DAY_S = Date.UTC(2026, 2, 14, 7) / 1000;

/**
 * A path at constant speed: corners in metres of the site, metres a second, and when it begins, seconds of the survey.
 */
interface Way {
  readonly name: string;
  readonly corners: readonly Vec3[];
  readonly speed: number;
  readonly from: number;
}

const WAYS: readonly Way[] = [
  { name: 'Drone, tank farm', speed: 4, from: 0, corners: [[-40, -45, 2], [-40, -45, 30], [-108, -40, 30], [-108, 38, 30], [-38, 38, 30], [-38, -45, 30], [-40, -45, 2]] },
  { name: 'Drone, columns', speed: 3, from: 420, corners: [[10, -6, 2], [10, -6, 50], [-8, 8, 46], [-4, 30, 40], [40, 30, 34], [44, 6, 30], [10, -6, 2]] },
  { name: 'Patrol', speed: 1.3, from: 60, corners: [[-36, -60, 0.2], [20, -60, 0.2], [80, -60, 0.2], [80, -10, 0.2], [60, -10, 0.2], [-36, -24, 0.2], [-36, -60, 0.2]] },
]; // prettier-ignore

/**
 * Offers four layers at Ridgeway: assets, sensors, tracks and scan positions, in `<dataDir>/layers`. An existing layer
 * is not changed.
 */
export async function writeDemoLayers(dataDir: string, slugs: readonly string[]): Promise<void> {
  if (!slugs.includes('ridgeway')) return;
  const plant = describeSite('ridgeway');
  const sites = [plant.slug];
  await writeLayer(dataDir, { id: 'assets', title: 'Assets', icon: 'tag', gallery: 'assets', sites }, [
    'assets.geojson',
    assets(plant),
  ]);
  await writeLayer(dataDir, {
    id: 'sensors',
    title: 'Sensors',
    icon: 'activity',
    gallery: 'sensors',
    sites,
    options: { url: READINGS_PATH },
  });
  await writeLayer(dataDir, { id: 'tracks', title: 'Tracks', icon: 'route', gallery: 'tracks', sites }, [
    'tracks.json',
    tracks(plant),
  ]);
  const scans: LayerManifest = {
    id: 'scan-positions',
    title: 'Scan positions',
    icon: 'scan',
    gallery: 'scan-positions',
    sites,
  };
  await writeLayer(dataDir, scans, ['positions.json', scanPositions(plant)]);
}

async function writeLayer(
  dataDir: string,
  manifest: LayerManifest,
  data?: [name: string, content: object],
): Promise<void> {
  const folder = join(dataDir, 'layers', manifest.id);
  const file = join(folder, 'manifest.json');
  // The manifest is written last: a layer with a manifest is complete, or belongs to the operator.
  if (
    await access(file).then(
      () => true,
      () => false,
    )
  )
    return;
  await mkdir(join(folder, 'data'), { recursive: true });
  if (data) await writeFile(join(folder, 'data', data[0]), JSON.stringify(data[1]));
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

type Coordinates = readonly [longitude: number, latitude: number, height: number];

function coordinatesOf({ origin }: PlantDescription): (pointEnu: Vec3) => Coordinates {
  const lla = toLla(origin);
  return (pointEnu) => {
    const { longitude, latitude, height } = lla(pointEnu);
    return [longitude, latitude, height];
  };
}

function assets(plant: PlantDescription): object {
  const at = coordinatesOf(plant);
  const features = itemTops(plant).map(({ tag, kind, name, topEnu }) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: at(topEnu) },
    properties: { tag, kind, name, main: MAIN.has(kind) },
  }));
  return { type: 'FeatureCollection', features };
}

function tracks(plant: PlantDescription): object {
  const at = coordinatesOf(plant);
  const found = WAYS.map(({ name, corners, speed, from }) => {
    let seconds = SURVEY_DAY_S + from;
    const points = corners.map((corner, i) => {
      const before = corners[i - 1] ?? corner;
      seconds += Math.hypot(...corner.map((value, axis) => value - before[axis]!)) / speed;
      return [...at(corner), Math.round(seconds)];
    });
    return { name, points };
  });
  return { tracks: found };
}

/** Along the middles of the roads, one after the other; repeated with smaller distances until there are enough. */
function scanPositions(plant: PlantDescription): object {
  const at = coordinatesOf(plant);
  const roads = plant.ground.filter(({ kind }) => kind === 'road');
  const places: Vec3[] = [];
  for (let step = SCAN_STEP; places.length < SCANS && step > 1; step -= 4)
    for (const { west, east, south, north } of roads) {
      const [isAlongEast, length] = [east - west > north - south, Math.max(east - west, north - south)];
      for (let along = step / 2; along < length; along += step)
        places.push(
          isAlongEast
            ? [west + along, (south + north) / 2, SCAN_HEIGHT]
            : [(west + east) / 2, south + along, SCAN_HEIGHT],
        );
    }
  const positions = places.slice(0, SCANS).map((place, i) => ({
    name: `Scan ${i + 1}`,
    position: at(place),
    takenAt: new Date(1000 * (SURVEY_DAY_S + 240 * i)).toISOString(),
    points: 4_000_000 + ((i * 379_721) % 900_000),
  }));
  return { positions };
}
