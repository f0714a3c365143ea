import type { UserStatus } from '@overlook/shared/schemas';
import { ADMIN_MESSAGES, formatMessage } from '@overlook/shared/messages';

type Counts = Partial<Record<UserStatus, number>>;

/** The label of the file's button: all people of the instance, or those of the filtered list. */
export function csvWords(isFiltered: boolean, total: number | undefined): { label: string; hint: string } {
  if (!isFiltered) return { label: ADMIN_MESSAGES['user.csv'], hint: ADMIN_MESSAGES['user.allUsersCsvArchived'] };
  return {
    label: formatMessage(ADMIN_MESSAGES['user.csvOf'], { count: total ?? 0 }),
    hint: formatMessage(ADMIN_MESSAGES['user.fitCsv'], { count: total ?? 0 }),
  };
}

/** Why a narrowed list is empty, and where else there is something. */
export function nothingWords(
  { search, status }: { search: string; status: UserStatus },
  counts: Counts | undefined,
): { title: string; hint?: string } {
  if (search === '') return { title: formatMessage(ADMIN_MESSAGES['user.none'], { status }) };
  // `all` counts the enabled and the disabled; archived people are listed only on request.
  const elsewhere = (counts?.all ?? 0) + (counts?.archived ?? 0);
  const title = ADMIN_MESSAGES['user.nothingFitsTheSearch'];
  if (elsewhere === 0) return { title };
  return {
    title,
    hint: formatMessage(ADMIN_MESSAGES['user.fitElsewhere'], { count: elsewhere }),
  };
}
