/** A tileset of points made in memory, and a loader that reads it as the worker would. */
import { type EnuFrame, type Vec3, toMat4 } from '@overlook/shared/maths';
import { pointsInBand } from '../../content/band-points.ts';
import type { PointsPrimitive, TileContent } from '../../content/content.ts';
import type { ProfileReaderOptions } from '../profile-reader.ts';

export interface MadeTile {
  /** Flat xyz, ENU metres of the tileset. */
  points: number[];
  children?: MadeTile[];
  /** Fails this many times before it can be read. */
  failures?: number;
  /** Those failures are of the kind that passes. */
  isTransient?: boolean;
}

export const MADE_ORIGIN = { longitude: 138.4932, latitude: -35.0789, height: 30 };

function madeContent(points: number[], part: Partial<PointsPrimitive> = {}): TileContent {
  const cloud: PointsPrimitive = {
    kind: 'points',
    positions: { value: Float32Array.from(points), size: 3, normalized: false },
    colors: null,
    normals: null,
    featureIds: null,
    scan: null,
    sample: { positions: new Float32Array(), packed: null },
    spacing: 0,
    min: [0, 0, 0],
    max: [0, 0, 0],
    matrix: toMat4([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
    ...part,
  };
  return { primitives: [cloud], textures: [], properties: null, featureCount: 0, copyright: null, warnings: [] };
}

/** `asked` are the tiles in the order in which they were fetched, by their paths of child numbers ("root.0.2"). */
export function madeCloud(root: MadeTile, frame: EnuFrame, refine: 'ADD' | 'REPLACE') {
  const tiles = new Map<string, MadeTile>();
  const asked: string[] = [];
  const jsonOf = (tile: MadeTile, name: string, error: number): object => {
    tiles.set(name, tile);
    return {
      boundingVolume: { box: boxOf(allPoints(tile)) },
      geometricError: error,
      refine,
      content: { uri: name },
      children: (tile.children ?? []).map((child, i) => jsonOf(child, `${name}.${i}`, error / 2)),
    };
  };
  const json = {
    asset: { version: '1.1' },
    root: { ...jsonOf(root, 'root', 16), transform: [...asArray(frame.ecefFromEnu)] },
  };
  const contents = {
    load: () => Promise.resolve({ type: 'tileset', tileset: { json } }),
    async loadBand(url, signal, { band }) {
      signal.throwIfAborted();
      const name = new URL(url).pathname.slice(1);
      const tile = tiles.get(name)!;
      asked.push(name);
      if (tile.failures) {
        tile.failures--;
        throw Object.assign(new Error('not now'), { retryable: tile.isTransient ?? false });
      }
      return { type: 'band', points: pointsInBand(madeContent(tile.points), band) };
    },
    loadSubtree: () => Promise.reject(new Error('none here')),
    loadJson: () => Promise.reject(new Error('none here')),
  } as ProfileReaderOptions['contents'];
  return { contents, asked, url: 'https://site.test/tileset.json' };
}

const asArray = (values: ArrayLike<number>): number[] => Array.from(values);

export const allPoints = ({ points, children = [] }: MadeTile): number[] => [
  ...points,
  ...children.flatMap((child) => allPoints(child)),
];

function boxOf(points: readonly number[]): number[] {
  const low: Vec3 = [Infinity, Infinity, Infinity];
  const high: Vec3 = [-Infinity, -Infinity, -Infinity];
  points.forEach((value, i) => {
    low[i % 3] = Math.min(low[i % 3]!, value);
    high[i % 3] = Math.max(high[i % 3]!, value);
  });
  const half = low.map((value, k) => Math.max(0.001, (high[k]! - value) / 2));
  const middle = low.map((value, k) => (value + high[k]!) / 2);
  return [...middle, half[0]!, 0, 0, 0, half[1]!, 0, 0, 0, half[2]!];
}
