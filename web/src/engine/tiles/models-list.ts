/**
 * Which tilesets a layer consists of: the file itself, or the entries of a models.json (specification §3 "Model list
 * entry", decisions §5).
 */
import { type Mat4, type Vec3, placementMatrix } from '@overlook/shared/maths';

export interface PlacedTileset {
  url: string;
  /** Tileset frame to ECEF, or null where the tileset is georeferenced itself. */
  placement: Mat4 | null;
}

interface ModelListEntry {
  CesiumOptions: { url: string };
  /** ECEF metres: numbers in order, or named. */
  position?: [number, number, number] | { x: number; y: number; z: number };
  /** Heading (clockwise from north), pitch and roll in radians. */
  orientation?: [number, number, number] | { heading: number; pitch: number; roll: number };
}

export const isModelsList = (url: string): boolean => /\/models\.json(\?|$)/.test(url);

/** Reads a models.json that came from `url`. Throws an Error that names the entry when one is malformed. */
export function readModelsList(json: unknown, url: string): PlacedTileset[] {
  if (!Array.isArray(json)) throw new Error('models.json is not a list.');
  return (json as ModelListEntry[]).map((entry, i) => {
    const tilesetUrl = entry?.CesiumOptions?.url;
    if (typeof tilesetUrl !== 'string') throw new Error(`models.json entry ${i + 1} has no CesiumOptions.url.`);
    const at = entry.position;
    const position = at && (Array.isArray(at) ? at : ([at.x, at.y, at.z] as Vec3));
    const turn = entry.orientation;
    const angles = turn && (Array.isArray(turn) ? turn : ([turn.heading, turn.pitch, turn.roll] as Vec3));
    return {
      url: new URL(tilesetUrl, url).href,
      placement: position ? placementMatrix(position as Vec3, (angles ?? [0, 0, 0]) as Vec3) : null,
    };
  });
}
