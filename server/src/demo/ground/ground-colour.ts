import type { GroundArea, PlantDescription, Rgb } from '../plant/types.ts';
import { AREA_REACH, groundAreas } from './ground-areas.ts';
import { NoiseField } from './noise.ts';
import { rimShare, smooth } from './terrain.ts';

const coarse = new NoiseField(101);
const middle = new NoiseField(202);
const grain = new NoiseField(303);

/** The colour of the terrain at its rim: in full sun it looks like the land of the base map. */
export const PLAIN_SAND: Rgb = [172, 154, 119];
const ASPHALT: Rgb = [104, 100, 95];
const CONCRETE: Rgb = [196, 187, 170];
const BUND_FLOOR: Rgb = [188, 178, 160];
const GRAVEL: Rgb = [176, 163, 140];
const SAND: Rgb = [186, 165, 130];
const SCRUB: Rgb = [112, 108, 76];
const LINE: Rgb = [222, 218, 204];

const WANDER = 0.35;

/** The colour of the ground at a point (before light), sRGB 0 to 255, written to `out`. */
export function groundColour(plant: PlantDescription, east: number, north: number, out: Float64Array): void {
  const areas = groundAreas(plant.ground).near(east, north);
  // Far enough inside its border an area hides everything below it, so drawing starts with that area.
  let first = areas.length - 1;
  while (first >= 0 && insetIn(areas[first]!, east, north) < OPAQUE_FROM) first--;
  if (first < 0) sand(plant, east, north, out);
  for (let i = Math.max(0, first); i < areas.length; i++) {
    const area = areas[i]!;
    const inset = insetIn(area, east, north);
    if (inset < -AREA_REACH) continue;
    if (area.kind === 'gravel') gravel(inset, east, north, out);
    else if (inset < 0) dusty(inset, east, north, out);
    else if (area.kind === 'road') road(area, inset, east, north, out);
    else slab(area, inset, east, north, out);
  }
}

/** Metres inside the border at which the noise of the border has no effect: it moves a border by 1.55 m at most. */
const UNIFORM_FROM = 1.6;
/** Metres inside the border of every kind of area at which nothing below is visible. */
const OPAQUE_FROM = 1.7;

/** How far a point lies inside an area's nearest border, metres; negative outside. */
const insetIn = (area: GroundArea, east: number, north: number): number =>
  Math.min(east - area.west, area.east - east, north - area.south, area.north - north);

function sand(plant: PlantDescription, east: number, north: number, out: Float64Array): void {
  const rim = smooth(rimShare(plant, east, north));
  if (rim === 1) {
    for (let i = 0; i < 3; i++) out[i] = PLAIN_SAND[i]!;
    return;
  }
  const patches = coarse.fractal(east / 23, north / 17, 4);
  const drift = middle.fractal(east / 6 + patches * 3, north / 2.6, 3);
  const fine = grain.at(east * 3.1, north * 3.1);
  const speck = patches > 0.45 && grain.at(east * 5.3 + 50, north * 5.3) > 0.86 ? 0.86 : 1;
  const grown = smooth((coarse.at(east / 31, north / 31) - 0.45) * 3);
  const scrub =
    grown === 0 ? 0 : grown * smooth((middle.fractal(east / 2.1 + 90, north / 2.1, 3) - 0.6) * 6) * (0.35 + 0.9 * fine);
  const k = (0.86 + 0.2 * patches + 0.12 * (drift - 0.5) + 0.07 * (fine - 0.5)) * speck;
  for (let i = 0; i < 3; i++) {
    const dry = SAND[i]! * k * (i === 2 ? 0.94 + 0.12 * patches : 1);
    const tufted = dry * (1 - 0.5 * scrub) + SCRUB[i]! * 0.5 * scrub;
    out[i] = tufted * (1 - rim) + PLAIN_SAND[i]! * rim;
  }
}

function gravel(inset: number, east: number, north: number, out: Float64Array): void {
  const edge =
    inset < UNIFORM_FROM ? smooth((inset + 0.8 + 1.4 * (middle.at(east / 1.7, north / 1.7) - 0.5)) / 1.6) : 1;
  if (edge <= 0) return;
  const stones = 0.84 + 0.3 * grain.at(east * 7, north * 7) * grain.at(east * 4 + 9, north * 4);
  const worn = 0.92 + 0.16 * coarse.fractal(east / 9, north / 9, 2);
  const tracks = 1 - 0.07 * smooth((coarse.at(east / 3.1 + 40, north / 21) - 0.55) * 6);
  for (let i = 0; i < 3; i++) out[i] = out[i]! * (1 - edge) + GRAVEL[i]! * stones * worn * tracks * edge;
}

/** Sand is lighter beside paved ground. */
function dusty(inset: number, east: number, north: number, out: Float64Array): void {
  const k = 1 + 0.06 * (1 + inset / AREA_REACH) * middle.at(east * 0.9, north * 0.9);
  for (let i = 0; i < 3; i++) out[i]! *= k;
}

function road(area: GroundArea, inset: number, east: number, north: number, out: Float64Array): void {
  const isEastWest = area.east - area.west > area.north - area.south;
  const along = isEastWest ? east : north;
  const half = isEastWest ? (area.north - area.south) / 2 : (area.east - area.west) / 2;
  const across = isEastWest ? north - (area.south + area.north) / 2 : east - (area.west + area.east) / 2;
  const blown =
    inset < UNIFORM_FROM ? smooth(1 - inset / (0.5 + WANDER * 3 * middle.fractal(east / 2.2, north / 2.2, 2))) : 0;
  const mottle = 0.9 + 0.14 * middle.fractal(east / 3, north / 3, 3) + 0.1 * (grain.at(east * 6, north * 6) - 0.5);
  const wheel = 1 + 0.06 * Math.exp(-(((Math.abs(across) - half * 0.45) / 0.5) ** 2));
  const repair = coarse.at(along / 9 + area.west, area.south) > 0.8 && Math.abs(across) < half * 0.8 ? 0.88 : 1;
  const crack = Math.abs(middle.fractal(along / 2.6 + 60, across / 2.6, 2) - 0.5) < 0.008 ? 0.82 : 1;
  const isDash = Math.abs(across) < 0.09 && along / 6 - Math.floor(along / 6) < 0.5;
  const isEdge = Math.abs(Math.abs(across) - (half - 0.45)) < 0.07;
  const paint = (isDash || isEdge) && grain.at(east * 2.7, north * 2.7) > 0.18 ? 0.72 : 0;
  for (let i = 0; i < 3; i++) {
    const tar = ASPHALT[i]! * mottle * wheel * repair * crack;
    const marked = tar * (1 - paint) + LINE[i]! * paint;
    out[i] = marked * (1 - 0.75 * blown) + out[i]! * 0.75 * blown;
  }
}

function slab(area: GroundArea, inset: number, east: number, north: number, out: Float64Array): void {
  const base = area.kind === 'bund' ? BUND_FLOOR : CONCRETE;
  const pitch = 5;
  const a = (east - area.west) / pitch;
  const b = (north - area.south) / pitch;
  const joint =
    Math.min(Math.abs(a - Math.round(a)), Math.abs(b - Math.round(b))) * pitch < 0.05 && inset > 0.3 ? 0.83 : 1;
  const each = 0.97 + 0.06 * coarse.at(Math.floor(a) * 7.3 + area.west, Math.floor(b) * 5.1 + area.south);
  const mottle =
    0.93 + 0.12 * middle.fractal(east / 2.4, north / 2.4, 3) + 0.05 * (grain.at(east * 6, north * 6) - 0.5);
  const stain = 1 - 0.09 * smooth((coarse.fractal(east / 4.2 + 70, north / 4.2, 3) - 0.58) * 8);
  const swept =
    inset < UNIFORM_FROM
      ? 0.5 * smooth(1 - inset / (0.3 + 1.6 * WANDER * middle.fractal(east / 1.9, north / 1.9, 2)))
      : 0;
  for (let i = 0; i < 3; i++) {
    const k = base[i]! * joint * each * mottle * (i === 0 ? stain : stain * (i === 1 ? 0.99 : 0.97));
    out[i] = k * (1 - swept) + out[i]! * swept;
  }
}
