/**
 * MapLibre's worker, which also answers the addresses of the built-in world. It unpacks the shapes there, from a file that
 * is half as large as GeoJSON: handed over from the page they would be copied piece by piece on the thread that draws.
 */
import 'maplibre-gl/dist/maplibre-gl-worker.mjs';
import type { AddProtocolAction } from 'maplibre-gl';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import worldUrl from 'world-atlas/countries-50m.json?url';
import { WORLD_LAND_URL, WORLD_PROTOCOL } from './world-addresses.ts';

declare const self: { addProtocol(name: string, load: AddProtocolAction): void };

type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;

let world: Promise<World> | null = null;

/** Fetched once for all maps. Rejects when the file cannot be fetched; the next call tries again. */
function loadWorld(): Promise<World> {
  world ??= fetchWorld().catch((error: unknown) => {
    world = null;
    throw error;
  });
  return world;
}

async function fetchWorld(): Promise<World> {
  const response = await fetch(new URL(worldUrl, import.meta.url));
  if (!response.ok) throw new Error(`The world map answered ${response.status}.`);
  return (await response.json()) as World;
}

self.addProtocol(WORLD_PROTOCOL, async ({ url }) => {
  const topology = await loadWorld();
  const { countries, land } = topology.objects;
  if (url !== WORLD_LAND_URL) return { data: mesh(topology, countries, (a, b) => a !== b) };
  const data = feature(topology, land);
  return { data: { ...data, features: [...data.features, SOUTH_POLE] } };
});

/**
 * Land at the southern edge of a web map. MapLibre extends to the pole what ends exactly there, and the land itself no longer does
 * when its shape has been simplified for a tile: the pole would be a hole in the Antarctic.
 */
const SOUTH_POLE = {
  type: 'Feature',
  properties: {},
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [-180, -84],
        [180, -84],
        [180, -85.0511287798066],
        [-180, -85.0511287798066],
        [-180, -84],
      ],
    ],
  },
} as const;
