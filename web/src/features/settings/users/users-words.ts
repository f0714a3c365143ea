import type { UserStatus } from '@overlook/shared/schemas';

type Counts = Partial<Record<UserStatus, number>>;

const users = (count: number): string => (count === 1 ? '1 user' : `${count} users`);

/** The label of the file's button: all people of the instance, or those of the filtered list. */
export function csvWords(isFiltered: boolean, total: number | undefined): { label: string; hint: string } {
  if (!isFiltered) return { label: 'CSV', hint: 'All users as CSV, archived ones too' };
  return { label: `CSV of ${total ?? 0}`, hint: `The ${users(total ?? 0)} that fit, as CSV` };
}

/** Why a narrowed list is empty, and where else there is something. */
export function nothingWords(
  { search, status }: { search: string; status: UserStatus },
  counts: Counts | undefined,
): { title: string; hint?: string } {
  if (search === '') return { title: `There are no ${status} users` };
  // `all` counts the enabled and the disabled; archived people are listed only on request.
  const elsewhere = (counts?.all ?? 0) + (counts?.archived ?? 0);
  const title = 'Nothing fits the search';
  if (elsewhere === 0) return { title };
  return { title, hint: `${users(elsewhere)} with another status ${elsewhere === 1 ? 'fits' : 'fit'} it.` };
}
