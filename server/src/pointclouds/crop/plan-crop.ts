import { type BoxTest, boxTest } from '@overlook/shared/points';
import type { ExportBox } from '@overlook/shared/schemas';
import type { PointStore } from '../store/open-store.ts';
import type { StoreNode } from '../store/store-index.ts';
import { fitBox, type FittedBox, type IntegerBounds, partOfBox, placeOfPart, type PlacedGrid } from './fitted-box.ts';

/** A node that is read for a crop. */
export interface PlannedNode {
  readonly node: StoreNode;
  /** The test of its points; null where all of them are in the box. */
  readonly cut: { readonly part: IntegerBounds; readonly fitted: FittedBox } | null;
}

export interface CropPlan {
  /** In the order of the index: level, then Morton code. */
  readonly nodes: readonly PlannedNode[];
  readonly test: BoxTest;
}

/** A map that is fitted to the whole box serves for its nodes where it is as good as this, metres; else each has its own. */
const SHARED_FIT_ERROR_M = 0.005;

/** The nodes to be read for the points in a box. Nodes that cannot have any are left out. */
export function planCrop({ description, nodes }: PointStore, placed: PlacedGrid, box: ExportBox): CropPlan {
  const test = boxTest(box);
  const part = partOfBox(test, placed, description);
  if (part === null) return { nodes: [], test };
  const shared = fitBox(test, placed, part);
  const planned: PlannedNode[] = [];
  for (const node of nodes) {
    const common = intersection(node, part);
    if (common === null) continue;
    const fitted = shared.errorM <= SHARED_FIT_ERROR_M ? shared : fitBox(test, placed, common);
    const place = placeOfPart(fitted, test.half, common);
    if (place === 'outside') continue;
    const isWhole = place === 'inside' && isSame(common, node);
    planned.push({ node, cut: isWhole ? null : { part: common, fitted } });
  }
  return { nodes: planned, test };
}

function intersection(a: IntegerBounds, b: IntegerBounds): IntegerBounds | null {
  const low = (axis: 0 | 1 | 2) => Math.max(a.minimum[axis], b.minimum[axis]);
  const high = (axis: 0 | 1 | 2) => Math.min(a.maximum[axis], b.maximum[axis]);
  const both: IntegerBounds = { minimum: [low(0), low(1), low(2)], maximum: [high(0), high(1), high(2)] };
  return both.minimum.every((value, axis) => value <= both.maximum[axis]!) ? both : null;
}

const isSame = (a: IntegerBounds, b: IntegerBounds): boolean =>
  a.minimum.every((value, axis) => value === b.minimum[axis] && a.maximum[axis] === b.maximum[axis]);
