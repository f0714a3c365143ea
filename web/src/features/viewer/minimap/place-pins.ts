import { groupPins, lonLatToMercatorPx, type PinGroups } from '@overlook/shared/maths';
import type { StagePin } from '@overlook/engine';
import type { LonLat } from './footprint.ts';

/** Something on the map that has a page or card of its own. */
export interface MapPin extends Pick<StagePin, 'id' | 'color' | 'glyph'> {
  /** Of its tip, degrees. */
  readonly place: Readonly<LonLat>;
  readonly label: string;
}

/** The view of a map with north up: its middle, its zoom for tiles of 256 pixels, its size in CSS pixels. */
export interface MapView {
  readonly centre: LonLat;
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
}

/** Pins nearer than this to each other are one, CSS pixels. */
const OVERLAP_PX = 20;
/** How far a pin rises over its place, CSS pixels. */
const RISE_PX = 22;

/** Pins in one view; the index is that of the list. */
export interface PlacedPins {
  /** CSS pixels from the top left of the map; x is NaN for one that is not on it. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly groups: PinGroups;
}

/** Flat x, y of the tips: pixels at zoom 0. */
export const mercatorOf = (pins: readonly MapPin[]): Float64Array =>
  Float64Array.from(pins.flatMap(({ place: [longitude, latitude] }) => lonLatToMercatorPx(longitude, latitude)));

export function placePins(mercator: Float64Array, view: MapView): PlacedPins {
  const { centre, zoom, width, height } = view;
  const [centreX, centreY] = lonLatToMercatorPx(...centre);
  const scale = 2 ** zoom;
  const count = mercator.length / 2;
  const [x, y] = [new Float64Array(count), new Float64Array(count)];
  for (let i = 0; i < count; i++) {
    x[i] = width / 2 + (mercator[2 * i]! - centreX) * scale;
    y[i] = height / 2 + (mercator[2 * i + 1]! - centreY) * scale;
    const isOnMap = x[i]! >= 0 && x[i]! <= width && y[i]! >= 0 && y[i]! <= height + RISE_PX;
    if (!isOnMap) x[i] = Number.NaN;
  }
  return { x, y, groups: groupPins(x, y, OVERLAP_PX) };
}
