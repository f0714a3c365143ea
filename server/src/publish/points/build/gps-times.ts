import type { GpsTimes } from '@overlook/shared/point-files';
import { listed } from '../../../errors/listed.ts';

/** A file, and the kind of its GPS times; null where it has none. */
export interface FileTimes {
  readonly name: string;
  readonly gpsTimes: GpsTimes | null;
}

/**
 * The common kind of the GPS times of all files, and a sentence where they differ, because an export can state only one
 * kind.
 */
export function commonGpsTimes(files: readonly FileTimes[]): { gpsTimes: GpsTimes | null; warnings: string[] } {
  const [week, adjusted] = (['week', 'adjusted'] as const).map((kind) =>
    files.filter(({ gpsTimes }) => gpsTimes === kind).map(({ name }) => name),
  ) as [string[], string[]];
  if (week.length > 0 && adjusted.length > 0)
    return {
      gpsTimes: null,
      warnings: [
        `GPS times count the seconds of a week in ${listed(week)}, and are adjusted standard times in ${listed(adjusted)}. ` +
          'They are kept as they are; an export cannot say which of them is which.',
      ],
    };
  return { gpsTimes: adjusted.length > 0 ? 'adjusted' : week.length > 0 ? 'week' : null, warnings: [] };
}
