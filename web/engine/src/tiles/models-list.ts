/**
 * The tilesets of a layer: the file itself, or the entries of its models.json (specification §3 "Model list entry", decisions
 * §5).
 */
import { type Mat4, placementMatrix } from '@overlook/shared/maths';
import { JsonNode, readModelsList } from '@overlook/shared/tiles3d';

export interface PlacedTileset {
  url: string;
  /** Tileset frame to ECEF; null if the tileset is georeferenced. */
  placement: Mat4 | null;
}

export const isModelsList = (url: string): boolean => /[/.]models\.json(\?|$)/.test(url);

/** Reads a models.json from `url`. Throws MalformedContentError that names the entry. */
export function placedTilesets(json: unknown, url: string): PlacedTileset[] {
  return readModelsList(new JsonNode(json, null, 'models.json')).map(({ url: tilesetUrl, position, orientation }) => {
    const { heading, pitch, roll } = orientation ?? { heading: 0, pitch: 0, roll: 0 };
    return {
      url: new URL(tilesetUrl, url).href,
      placement: position && placementMatrix([position.x, position.y, position.z], [heading, pitch, roll]),
    };
  });
}
