import { expect, it } from 'vitest';
import { csvWords, nothingWords } from './users-words.ts';

it('the file is named by its content', () => {
  expect(csvWords(false, 300)).toEqual({ label: 'CSV', hint: 'All users as CSV, archived ones too' });
  expect(csvWords(true, 2)).toEqual({ label: 'CSV of 2', hint: 'The 2 users that fit, as CSV' });
});

it('an empty list names its filters, and where there are entries', () => {
  const none = { all: 0, archived: 0 };
  expect(nothingWords({ search: '', status: 'disabled' }, none)).toEqual({ title: 'There are no disabled users' });
  expect(nothingWords({ search: 'x', status: 'all' }, none)).toEqual({ title: 'Nothing fits the search' });
  expect(nothingWords({ search: 'x', status: 'disabled' }, { all: 1, disabled: 0, archived: 0 })).toEqual({
    title: 'Nothing fits the search',
    hint: '1 user with another status fits it.',
  });
});
