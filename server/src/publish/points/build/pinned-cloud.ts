/**
 * What a cloud takes over from an earlier capture of its layer, so that equal points are written as equal bytes: whatever tiles and blobs
 * depend on besides their own points (decision 0056).
 */
import type { BareColors } from '@overlook/shared/point-files';
import { AXES, vec3Of } from '@overlook/shared/maths';
import type { FrameDescription } from '../../../pointclouds/frame.ts';
import type { PointGrid } from '../../../pointclouds/record.ts';
import { STORE_COLUMNS, type StoreColumn, type StoreDescription } from '../../../pointclouds/store/store-index.ts';
import { listed } from '../../../errors/listed.ts';
import type { CloudFacts } from './cloud-facts.ts';
import { type CloudCube, doesHold, type Triple } from './cloud-cube.ts';

/** Plain data for workers. */
export interface PinnedCloud {
  readonly frame: FrameDescription;
  readonly grid: PointGrid;
  readonly cube: CloudCube;
  /** The origin of the tileset's frame, integers of the grid. */
  readonly origin: Triple;
  readonly columns: readonly StoreColumn[];
  readonly isColor8Bit: boolean;
  /** Whether tiles have the numbers of returns. */
  readonly returns: boolean;
  readonly bare: BareColors | null;
}

export interface PinnedFacts {
  readonly facts: CloudFacts;
  /** The reasons why little or nothing is shared, one sentence each. */
  readonly notices: readonly string[];
}

/** What captures after the one with this store take over from it. */
export function pinOf(store: StoreDescription): PinnedCloud {
  const { frame, scale, offset, minimum, maximum, rootBits, columns, isColor8Bit, tiles } = store;
  return {
    frame,
    grid: { scale, offset },
    cube: { minimum, rootBits },
    // Of older versions, whose cubes began at the least integers.
    origin: tiles?.origin ?? vec3Of((axis) => (minimum[axis] + maximum[axis]) / 2),
    columns,
    isColor8Bit,
    returns: tiles?.returns ?? false,
    bare: tiles?.bare ?? null,
  };
}

/** Columns that say something about a cloud as a whole where they are there, so that no cloud gets them empty. */
const TELLING: ReadonlySet<StoreColumn> = new Set(['rgb', 'intensity', 'gpsTime']);

/** The facts of a cloud with those that it takes over, as far as it fits. */
export function pinnedFacts(own: CloudFacts, pin: PinnedCloud, unitM: Triple): PinnedFacts {
  if (!doesHold(pin.cube, own.minimum, own.maximum)) return { facts: own, notices: [outsideText(own, pin, unitM)] };
  const isTaken = (column: StoreColumn) => pin.columns.includes(column) && !TELLING.has(column);
  const columns = STORE_COLUMNS.filter((column) => own.columns.includes(column) || isTaken(column));
  const fields = {
    ...own.fields,
    classification: columns.includes('classification'),
    returns: own.fields.returns || pin.returns,
    bare: pin.bare ?? own.fields.bare,
  };
  const facts = { ...own, cube: pin.cube, origin: pin.origin, columns, fields };
  return { facts, notices: [...columnTexts(columns, pin), ...depthTexts(facts, pin)] };
}

export const NOTHING_SHARED = 'Nothing is shared with the capture before';

function outsideText({ minimum, maximum }: CloudFacts, { cube }: PinnedCloud, unitM: Triple): string {
  const side = 2 ** cube.rootBits;
  const outM = AXES.map(
    (axis) =>
      unitM[axis] * Math.max(cube.minimum[axis] - minimum[axis], maximum[axis] + 1 - cube.minimum[axis] - side, 0),
  );
  return `${NOTHING_SHARED}: points reach ${Math.ceil(Math.max(...outM))} m out of the cube that its tiles are in. Captures after this one are built in a new cube.`;
}

function columnTexts(columns: readonly StoreColumn[], pin: PinnedCloud): string[] {
  const added = columns.filter((column) => !pin.columns.includes(column));
  const missing = pin.columns.filter((column) => !columns.includes(column));
  if (added.length + missing.length === 0) return [];
  const parts = [
    ...(added.length > 0 ? [`it does not have ${listed(added)}`] : []),
    ...(missing.length > 0 ? [`${listed(missing)} is missing here`] : []),
  ];
  return [`${NOTHING_SHARED}, whose points have other fields: ${parts.join('; ')}.`];
}

const depthTexts = ({ columns, fields }: CloudFacts, pin: PinnedCloud): string[] =>
  columns.includes('rgb') && fields.isColor8Bit !== pin.isColor8Bit
    ? [`No exact points are shared with the capture before, whose colours have ${pin.isColor8Bit ? 8 : 16} bits.`]
    : [];
