import { numberText } from '@overlook/shared/format';
import { formatMessage, GRIDS_MESSAGES } from '@overlook/shared/messages';
import type { FoundGrids, MissingGrid } from '@overlook/shared/schemas';

/** The surface that heights above the sea are above: "AHD by AUSGeoid2020, au_ga_AUSGeoid2020_20180201.tif", or EGM96. */
export function surfaceText(geoid: FoundGrids['grids']['geoid']): string {
  if (!geoid) return GRIDS_MESSAGES['grids.egm96'];
  const { name: grid, file, system } = geoid;
  return formatMessage(GRIDS_MESSAGES['grids.surface'], { system: system?.name ?? '', grid, file });
}

/** What a person should know of the grids, but for the surface of heights; one sentence each. `found` is null where the server did not answer. */
export function gridNotes(found: FoundGrids | null): string[] {
  if (!found) return [GRIDS_MESSAGES['grids.notAsked']];
  const { grids, missing, refusal } = found;
  const { datum } = grids;
  return [
    ...(refusal === null ? [] : [formatMessage(GRIDS_MESSAGES['grids.refused'], { reason: refusal })]),
    ...(datum ? [formatMessage(GRIDS_MESSAGES['grids.placed'], { grid: datum.name, file: datum.file })] : []),
    ...missing.map(missingText),
  ];
}

function missingText({ kind, system, grid, file, isInstalled, accuracyM }: MissingGrid): string {
  const words = { system: system ?? '', grid: grid ?? '', file: file ?? '', metres: numberText(accuracyM ?? 0, 0) };
  const message =
    kind === 'geoid'
      ? grid === null
        ? GRIDS_MESSAGES['grids.geoidUnknown']
        : GRIDS_MESSAGES['grids.geoidMissing']
      : isInstalled
        ? GRIDS_MESSAGES['grids.datumOutside']
        : GRIDS_MESSAGES['grids.datumMissing'];
  return formatMessage(message, words);
}

/** The sentences on a file that is shown: its surface of heights, where a grid has it, and what should be known. */
export const shownGridTexts = (found: FoundGrids | null): string[] => [
  ...(found?.grids.geoid
    ? [formatMessage(GRIDS_MESSAGES['grids.heights'], { surface: surfaceText(found.grids.geoid) })]
    : []),
  ...gridNotes(found),
];
