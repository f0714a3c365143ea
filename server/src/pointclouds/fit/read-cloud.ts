import { AXES, type Mat4, multiply } from '@overlook/shared/maths';
import { applyAffine, openFrame } from '../open-frame.ts';
import { coordinatesOf } from '../record.ts';
import { openPointStore, type PointStore } from '../store/open-store.ts';
import type { StoreNode } from '../store/store-index.ts';
import { isIn, meets, type Region } from './region.ts';
import type { SceneSample } from './scene-sample.ts';

export interface ReadSceneOptions {
  /** ECEF to the frame of the scene. */
  readonly fromEcef: Mat4;
  /** Points elsewhere are left out; null: none are. */
  readonly region: Region | null;
  /** About so many points are read at most. */
  readonly pointsMost: number;
  /** Called often. */
  readonly onProgress: () => void;
}

/** One map serves for a node of this size, metres: it is right to 0.1 mm (`PointFrame.affineAt`). */
const AFFINE_MOST_M = 60;

/**
 * Reads the coarse levels of an exact cloud into a scene, as many as its limit allows, and evenly spread nodes of the next one. Throws
 * `DamagedStoreError`, and what the file system throws.
 */
export async function readCloud(folder: string, scene: SceneSample, options: ReadSceneOptions): Promise<void> {
  const store = await openPointStore(folder);
  try {
    const { region, fromEcef, pointsMost, onProgress } = options;
    const toScene = conversionOf(store, fromEcef);
    const wanted = store.nodes.filter((node) => region === null || meets(region, cornersOf(node, toScene)));
    const out = new Float64Array(3);
    for (const node of withinLimit(wanted, pointsMost)) {
      const { count, x, y, z } = store.readNode(node);
      const convert = conversionIn(node, store, fromEcef) ?? toScene;
      for (let i = 0; i < count; i++) {
        convert([x[i]!, y[i]!, z[i]!], out);
        if (region === null || isIn(region, out[0]!, out[1]!, out[2]!)) scene.add(out[0]!, out[1]!, out[2]!);
      }
      onProgress();
    }
  } finally {
    store.close();
  }
}

/** Whole levels, then some nodes of the one for which there is too little room. */
function withinLimit(nodes: readonly StoreNode[], pointsMost: number): StoreNode[] {
  const chosen: StoreNode[] = [];
  let room = pointsMost;
  for (let level = 0; room > 0; level++) {
    const own = nodes.filter((node) => node.level === level);
    if (own.length === 0 && nodes.every((node) => node.level < level)) break;
    const points = own.reduce((sum, node) => sum + node.points, 0);
    const share = Math.min(1, room / Math.max(1, points));
    for (const [i, node] of own.entries()) if (Math.floor((i + 1) * share) > Math.floor(i * share)) chosen.push(node);
    room -= points;
  }
  return chosen;
}

/** Integers of the cloud's grid to the frame of the scene. */
type Convert = (integers: readonly [number, number, number], out: Float64Array) => void;

function conversionOf({ description }: PointStore, fromEcef: Mat4): Convert {
  const frame = openFrame(description.frame);
  return (integers, out) => {
    frame.toEcef(coordinatesOf(description, integers), out);
    applyAffine(fromEcef, out, out);
  };
}

/** The same by one map, for the points of a node; null where it is too large for that. */
function conversionIn({ minimum, maximum }: StoreNode, { description }: PointStore, fromEcef: Mat4): Convert | null {
  const frame = openFrame(description.frame);
  const [low, high] = [coordinatesOf(description, minimum), coordinatesOf(description, maximum)];
  const sizeM = Math.max(...AXES.map((axis) => high[axis] - low[axis])) * description.frame.metresPerUnit;
  if (description.frame.kind === 'projected' && sizeM > AFFINE_MOST_M) return null;
  const m = multiply(fromEcef, frame.affineAt(low.map((value, axis) => (value + high[axis]!) / 2)));
  return (integers, out) => applyAffine(m, coordinatesOf(description, integers), out);
}

function cornersOf({ minimum, maximum }: StoreNode, toScene: Convert): Float64Array {
  const corners = new Float64Array(24);
  for (let corner = 0; corner < 8; corner++) {
    const at = (axis: 0 | 1 | 2) => ((corner >> axis) & 1 ? maximum[axis] : minimum[axis]);
    toScene([at(0), at(1), at(2)], corners.subarray(3 * corner, 3 * corner + 3));
  }
  return corners;
}
