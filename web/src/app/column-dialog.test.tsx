import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showInPage } from '../testing/in-page.tsx';
import { ColumnDialog } from './column-dialog.tsx';
import { askColumns, columnQuestions } from './column-question.ts';

it('asks for the columns of a table, and gives none when it is cancelled', async () => {
  const answer = vi.fn();
  const question = { id: 1, fileName: 'a.csv', titles: ['Tag', 'P1', 'P2', 'P3'], answer };
  const { user } = showInPage(<ColumnDialog question={question} />);
  await user.selectOptions(screen.getByLabelText('Longitude, or east'), 'P1');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Show' }).disabled).toBe(true);
  await user.selectOptions(screen.getByLabelText('Latitude, or north'), 'P2');
  await user.selectOptions(screen.getByLabelText('Height, metres'), 'P3');
  await user.selectOptions(screen.getByLabelText('They are'), 'local');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(answer).toHaveBeenLastCalledWith({ x: 'P1', y: 'P2', z: 'P3', read: 'local', metresPerHeightUnit: 1 });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(answer).toHaveBeenLastCalledWith(null);
});

it('questions are answered one after another', async () => {
  const removed = new AbortController();
  const first = askColumns('a.csv', ['A', 'B'], new AbortController().signal);
  const second = askColumns('b.csv', ['C', 'D'], removed.signal);
  expect(columnQuestions.list.map(({ fileName }) => fileName)).toEqual(['a.csv', 'b.csv']);
  columnQuestions.list[0]!.answer(null);
  expect(await first).toBeNull();
  expect(columnQuestions.list.map(({ fileName }) => fileName)).toEqual(['b.csv']);
  // The layer is removed while it is asked about.
  removed.abort();
  expect(await second).toBeNull();
  expect(columnQuestions.list).toEqual([]);
});
