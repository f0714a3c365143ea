/**
 * The instruments of Ridgeway: their positions, and their readings at any time. The values are the same for all people
 * and on every run.
 */
import { type Lla, llaFromEcef, enuFrame, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { numberOf } from '../plant/choice.ts';
import type { PlantDescription } from '../plant/types.ts';
import { itemTops } from './item-tops.ts';

export interface Instrument {
  readonly id: string;
  /** Degrees (WGS84) and metres above the ellipsoid. */
  readonly position: readonly [longitude: number, latitude: number, height: number];
  readonly unit: string;
  readonly low: number | null;
  readonly high: number | null;
  readonly digits: number;
  /** Its reading at a time in milliseconds since 1970. */
  readonly valueAt: (atMs: number) => number;
  /** It has not answered for these milliseconds; null for one that answers. */
  readonly silentMs: number | null;
}

interface Kind {
  readonly letters: string;
  readonly unit: string;
  readonly digits: number;
  readonly low: number | null;
  readonly high: number | null;
  /** Lowest and highest of its usual values. */
  readonly usual: readonly [number, number];
}

const PRESSURE: Kind = { letters: 'PT', unit: 'barg', digits: 1, low: 2, high: 24, usual: [8, 20] };
const TEMPERATURE: Kind = { letters: 'TT', unit: '°C', digits: 0, low: null, high: 160, usual: [60, 140] };
const LEVEL: Kind = { letters: 'LT', unit: '%', digits: 0, low: 10, high: 90, usual: [35, 75] };
const FLOW: Kind = { letters: 'FT', unit: 'm³/h', digits: 0, low: null, high: 400, usual: [120, 320] };

/** The measured quantities, by the kind of the thing. */
const MEASURED: Readonly<Record<string, readonly Kind[]>> = {
  Column: [PRESSURE, TEMPERATURE],
  Drum: [PRESSURE],
  'Vertical vessel': [LEVEL],
  'Storage tank': [LEVEL, TEMPERATURE],
  Sphere: [PRESSURE, LEVEL],
  Bullet: [FLOW, PRESSURE],
};

/**
 * Instruments with a special course: an even pressure, a temperature that has risen over its limit, a level that falls.
 */
const STORIES: Readonly<Record<string, (share: number) => number>> = {
  'PT-C-101': (share) => 18.2 + 0.3 * Math.sin(40 * share),
  'TT-C-103': (share) => 164 + 1.4 * Math.sin(12 * share),
  'LT-T-103': (share) => 62 + 3 * Math.cos(2 * Math.PI * share),
};
const SILENT = 'FT-V-301';
const SILENT_MS = 240_000;
const HOUR_MS = 3_600_000;

/** The instruments of a plant, by its things. Each is named by the number of its thing: PT-101 measures C-101. */
export function instrumentsOf(plant: PlantDescription): readonly Instrument[] {
  const lla = toLla(plant.origin);
  const names = new Set<string>();
  return itemTops(plant).flatMap(({ tag, kind, topEnu }) =>
    (MEASURED[kind] ?? []).map((measured, i) => {
      const { letters, unit, digits, low, high } = measured;
      const key = `${letters}-${tag}`;
      const short = `${letters}-${tag.slice(tag.indexOf('-') + 1)}`;
      // Things of two kinds may have the same number.
      const id = names.has(short) ? key : short;
      names.add(id);
      // Beside each other where a thing has two.
      const { longitude, latitude, height } = lla([topEnu[0] + 1.5 * i, topEnu[1], topEnu[2]]);
      const position = [longitude, latitude, height] as const;
      const valueAt = (atMs: number) => (STORIES[key] ?? usualOf(key, measured))((atMs % HOUR_MS) / HOUR_MS);
      return { id, position, unit, low, high, digits, valueAt, silentMs: key === SILENT ? SILENT_MS : null };
    }),
  );
}

function usualOf(key: string, { usual: [least, most] }: Kind): (share: number) => number {
  const middle = least + ((most - least) * numberOf(key, 20, 80)) / 100;
  const [swing, phase] = [(most - least) * 0.06, numberOf(`${key} phase`, 0, 628) / 100];
  return (share) => middle + swing * Math.sin(2 * Math.PI * share + phase);
}

/** From metres of the site to degrees and metres above the ellipsoid. */
export function toLla(origin: Lla): (pointEnu: Vec3) => Lla {
  const { ecefFromEnu } = enuFrame(origin);
  return (pointEnu) => llaFromEcef(transformPoint(ecefFromEnu, pointEnu));
}
