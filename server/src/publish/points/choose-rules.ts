import { llaFromEcef } from '@overlook/shared/maths';
import { assumedHeightsText } from '../../pointclouds/crs/assumed-heights.ts';
import { applyGrids } from '../../pointclouds/crs/grids/apply-grids.ts';
import type { GridFolders } from '../../pointclouds/crs/grids/grid-folders.ts';
import { heightSystemOf } from '../../pointclouds/crs/grids/height-systems.ts';
import { openFrame } from '../../pointclouds/open-frame.ts';
import type { CrsOptions, SourceCrs } from '../../pointclouds/crs/index.ts';
import type { PointGrid } from '../../pointclouds/record.ts';
import { listed } from '../../errors/listed.ts';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import type { PinnedCloud } from './build/pinned-cloud.ts';
import type { BuildRules } from './build-rules.ts';
import { chooseFrame, type ChosenFrame, type PlacedFile, type PlaceOptions } from './choose-frame.ts';
import { ecefOfFirst } from './first-place.ts';
import { ecefOf } from './move-records.ts';
import { partRules } from './part/part-rules.ts';
import { pinnedRules, type PinnedRules } from './pin-rules.ts';
import type { ProbedFile } from './probe-file.ts';

export interface ChosenRules {
  readonly rules: BuildRules;
  /** What the cloud takes over from an earlier capture; null where there is none, or the files do not fit it. */
  readonly pin: PinnedCloud | null;
  /** The assumptions, one sentence each. */
  readonly warnings: readonly string[];
}

/**
 * The frame and the grid that all files of a layer share, with the operator's grids of `folders`; those of an earlier capture, `base`, where the files fit them, and always where they
 * are a part of it.
 * Throws `ImportRefusedError` where files do not belong together, naming two of them, where none has a point, and where their position is
 * not stated.
 */
export function chooseRules(
  probed: readonly ProbedFile[],
  options: CrsOptions & PlaceOptions,
  folders: GridFolders,
  base: { readonly pin: PinnedCloud; readonly isPart: boolean } | null,
): ChosenRules {
  const files = probed.filter((file): file is PlacedFile => file.first !== null);
  const [stated] = files;
  if (!stated)
    throw new ImportRefusedError(
      listed(probed.map(({ name }) => name)),
      '',
      probed.length === 1 ? 'has no points.' : 'have no points.',
    );
  assertOneSystem(stated, files);
  const { first, notes: gridNotes } = withGrids(stated, files, options, folders);
  const chosen = chooseFrame(first, options);
  const grid = chosen.reprojectedFrom ? workingGrid(first, chosen) : commonGrid(first, files);
  const notes = new Set(files.flatMap((file) => file.notes));
  const own = { ...chosen, grid };
  const { rules, pin, notices } = baseRules(own, [first, ...files.filter((file) => file !== stated)], options, base);
  const placeNotes = options.at ? [] : [...gridNotes, ...crsNotes(first, first.crs!, chosen)];
  return { rules, pin, warnings: [...notes, ...placeNotes, ...notices] };
}

function baseRules(
  own: BuildRules,
  files: readonly PlacedFile[],
  { at }: PlaceOptions,
  base: { readonly pin: PinnedCloud; readonly isPart: boolean } | null,
): PinnedRules {
  if (!base) return { rules: own, pin: null, notices: [] };
  const { pin, isPart } = base;
  return isPart ? { ...partRules(own, files, pin, at !== undefined), pin } : pinnedRules(own, files, pin);
}

/** The first file with the operator's grids around its first point; where it names no system of heights, another file may. */
function withGrids(
  first: PlacedFile,
  files: readonly PlacedFile[],
  { at }: PlaceOptions,
  folders: GridFolders,
): { first: PlacedFile; notes: readonly string[] } {
  if (!first.crs || at) return { first, notes: [] };
  const vertical = files.find(({ crs }) => crs?.vertical)?.crs?.vertical ?? null;
  const areHeightsAssumed = first.crs.areHeightsAssumed && vertical === null;
  const place = llaFromEcef(ecefOfFirst(first, first.crs));
  const { crs, notes } = applyGrids(
    { ...first.crs, vertical, areHeightsAssumed },
    place,
    folders,
    'the heights of the points',
  );
  return { first: { ...first, crs }, notes };
}

/** The facts that files of one cloud must share. */
const systemOf = (crs: SourceCrs | null): string =>
  crs === null
    ? ''
    : JSON.stringify([crs.kind, crs.epsg ?? crs.proj4, crs.metresPerUnit, crs.heights, crs.metresPerHeightUnit]);

/** The system of heights that a file names; null where it names none, which is read as that of the others. */
function heightsOf({ crs }: PlacedFile): string | null {
  const vertical = crs?.vertical;
  return vertical ? (heightSystemOf(vertical)?.name ?? vertical.name) : null;
}

function assertOneSystem(first: PlacedFile, files: readonly PlacedFile[]): void {
  const naming = files.find((file) => heightsOf(file) !== null) ?? first;
  const unlike = files.find(({ crs }) => systemOf(crs) !== systemOf(first.crs));
  const other = unlike ?? files.find((file) => ![null, heightsOf(naming)].includes(heightsOf(file)));
  if (!other) return;
  const nameOf = (file: PlacedFile) =>
    file.crs ? `${file.crs.name}, heights ${heightsOf(file) ?? file.crs.heights}` : 'none that is stated';
  const one = unlike ? first : naming;
  throw new ImportRefusedError(
    `${one.name} and ${other.name}`,
    '',
    `have different coordinate systems: ${nameOf(one)}, and ${nameOf(other)}. Import them to different sites, or say the one of all files with --crs.`,
  );
}

/** Millimetres from the whole metres below the first point. */
function workingGrid({ first }: PlacedFile, { frame, reprojectedFrom }: ChosenFrame): PointGrid {
  const point = Float64Array.from(first);
  ecefOf(reprojectedFrom!)(point);
  openFrame(frame).fromEcef(point, point);
  const scale = 0.001;
  return {
    scale: [scale, scale, scale],
    offset: [Math.floor(point[0]!), Math.floor(point[1]!), Math.floor(point[2]!)],
  };
}

const INT32_MOST = 2 ** 31 - 1;

/** The finest steps of all files and axes, so that no point is rounded, from the offset of the file that has them. */
function commonGrid(first: PlacedFile, files: readonly PlacedFile[]): PointGrid {
  const finest = files.reduce((least, file) => (stepOf(file) < stepOf(least) ? file : least), first);
  const step = stepOf(finest);
  const offset = finest.facts.grid.offset.map((own, axis) => {
    const isWithin = files.every((file) => Math.abs(file.first[axis]! - own) / step <= INT32_MOST);
    return isWithin ? own : own + Math.round((first.first[axis]! - own) / step) * step;
  });
  return { scale: [step, step, step], offset: offset as [number, number, number] };
}

const stepOf = ({ facts }: PlacedFile): number => Math.min(...facts.grid.scale);

function crsNotes(first: PlacedFile, crs: SourceCrs, { frame, reprojectedFrom }: ChosenFrame): string[] {
  const notes: string[] = [];
  if (crs.areHeightsAssumed)
    notes.push(assumedHeightsText('the heights of the points', llaFromEcef(ecefOfFirst(first, crs))));
  if (crs.accuracyM !== null)
    notes.push(`Points in ${crs.name} are placed to about ${crs.accuracyM} m, the accuracy of its parameters.`);
  if (reprojectedFrom)
    notes.push(
      `${crs.name} has no equal metres on its three axes, so every point was projected to ${frame.name}, to the millimetre.`,
    );
  return notes;
}
