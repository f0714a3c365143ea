import { enuFrame } from '@overlook/shared/maths';
import type { Lla } from '@overlook/shared/maths';
import { type Bounds, union, volumeBox } from '../../publish/bounds.ts';

/** A tile as its worker reports it; the box is that of its own content. */
export interface MadeTile {
  readonly uri: string;
  readonly bounds: Bounds;
  readonly geometricError: number;
  readonly children: readonly MadeTile[];
}

interface TileJson {
  boundingVolume: { box: number[] };
  geometricError: number;
  refine?: 'ADD' | 'REPLACE';
  transform?: number[];
  content: { uri: string };
  children?: TileJson[];
}

/**
 * The text of a tileset.json: boxes enlarged to include their children, the root placed on the globe by its ENU frame.
 */
export function tilesetJson(origin: Lla, root: MadeTile, refine: 'ADD' | 'REPLACE', version: '1.0' | '1.1'): string {
  const write = (tile: MadeTile): { json: TileJson; bounds: Bounds } => {
    const below = tile.children.map(write);
    const bounds = below.reduce<Bounds>((all, child) => union(all, child.bounds), tile.bounds);
    const json: TileJson = {
      boundingVolume: { box: volumeBox(bounds) },
      geometricError: tile.geometricError,
      content: { uri: tile.uri },
      ...(below.length > 0 && { children: below.map((child) => child.json) }),
    };
    return { json, bounds };
  };
  const { json } = write(root);
  const transform = Array.from(enuFrame(origin).ecefFromEnu);
  const placed: TileJson = {
    boundingVolume: json.boundingVolume,
    geometricError: json.geometricError,
    refine,
    transform,
    content: json.content,
    ...(json.children && { children: json.children }),
  };
  return JSON.stringify({ asset: { version }, geometricError: root.geometricError * 2, root: placed });
}
