import type { StatedCrs } from '../point-files/index.ts';
import { crsOfName } from './crs-by-name.ts';
import { crsOfEpsg, partsOfEpsg } from './epsg-codes.ts';
import { CrsError } from './plan-system.ts';
import type { HeightDatum } from './projection.ts';
import { nameOf } from './read-wkt.ts';
import type { VerticalSystem } from './vertical-system.ts';
import { wktSystem } from './wkt-system.ts';

/** What a file says of its coordinates, for people to read: it needs no library that computes. */
export interface NamedSystem {
  readonly name: string;
  /** Null for a system without a code, which may still be read from its text. */
  readonly epsg: number | null;
  /** What its heights are above; null where it does not say. */
  readonly heights: HeightDatum | null;
  /** The system of heights above the sea; null where none is named. */
  readonly vertical: VerticalSystem | null;
}

/** GeoTIFF's codes of heights above an ellipsoid (GeoTIFF 1.0, §6.3.4.1). */
const isEllipsoid = (code: number): boolean => code >= 5001 && code <= 5033;

/** The system that a file states; null where its text has no place on the earth. */
export function namedSystem(stated: StatedCrs): NamedSystem | null {
  if (stated.kind === 'wkt') return ofWkt(stated.wkt);
  const [horizontal, own] = partsOfEpsg(stated.horizontal);
  const vertical = stated.vertical ?? own;
  const heights = vertical === null ? null : isEllipsoid(vertical) ? 'ellipsoidal' : 'orthometric';
  return {
    name: crsOfEpsg(horizontal)?.name ?? `EPSG:${horizontal}`,
    epsg: horizontal,
    heights,
    vertical: heights === 'orthometric' ? { epsg: vertical, name: `EPSG:${vertical}` } : null,
  };
}

function ofWkt(wkt: string): NamedSystem | null {
  try {
    const { plan, epsg, heights } = wktSystem(wkt);
    const known = epsg === null ? crsOfName(nameOf(plan)) : crsOfEpsg(epsg);
    const { datum, vertical } = heights;
    return { name: known?.name ?? nameOf(plan), epsg: known?.epsg ?? epsg, heights: datum, vertical };
  } catch (error) {
    if (error instanceof CrsError) return null;
    throw error;
  }
}

/** Whether a text is `EPSG:n` or `EPSG:n+m` of a system that is known here, or may be a proj4 string, which only computing shows. */
export function isTypedSystem(text: string): boolean {
  const code = /^EPSG:(\d{1,6})(?:\+\d{1,6})?$/i.exec(text.trim());
  if (code) return crsOfEpsg(partsOfEpsg(Number(code[1]))[0]) !== null;
  return /^\+proj=\S/.test(text.trim());
}
