import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showInPage } from '../../../testing/in-page.tsx';
import { PlaceDialog } from './place-dialog.tsx';
import { askPlace, placeQuestions } from './place-question.ts';

const TITLES = ['Tag', 'P1', 'P2', 'P3'];
const show = (given: object) => {
  const answer = vi.fn();
  const question = { id: 1, fileName: 'a.csv', titles: TITLES, columns: null, answer, ...given };
  return { answer, ...showInPage(<PlaceDialog question={question} />) };
};
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Show' });

it('asks for the columns of a table, and gives none when it is cancelled', async () => {
  const { user, answer } = show({});
  await user.selectOptions(screen.getByLabelText('Longitude, or east'), 'P1');
  expect(button().disabled).toBe(true);
  await user.selectOptions(screen.getByLabelText('Latitude, or north'), 'P2');
  await user.selectOptions(screen.getByLabelText('Height, metres'), 'P3');
  await user.selectOptions(screen.getByLabelText('They are'), 'local');
  await user.click(button());
  const columns = { x: 'P1', y: 'P2', z: 'P3', read: 'local', metresPerHeightUnit: 1 };
  expect(answer).toHaveBeenLastCalledWith({ columns, crs: 'local' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(answer).toHaveBeenLastCalledWith(null);
});

it('asks for the EPSG code of coordinates of a map, also in recognised columns', async () => {
  const columns = { x: 'P1', y: 'P2', z: 'P3', read: 'local', metresPerHeightUnit: 0.3048 };
  const { user, answer } = show({ columns });
  expect(button().disabled).toBe(true);
  await user.type(screen.getByLabelText('EPSG code'), '25832');
  await user.click(button());
  expect(answer).toHaveBeenLastCalledWith({ columns, crs: 'EPSG:25832' });
});

it('asks for nothing but the system of a file without columns', async () => {
  const { user, answer } = show({ fileName: 'a.geojson', titles: [] });
  expect(screen.queryByLabelText('Height, metres')).toBeNull();
  await user.type(screen.getByLabelText('EPSG code'), 'EPSG:7854');
  await user.click(button());
  expect(answer).toHaveBeenLastCalledWith({ columns: null, crs: 'EPSG:7854' });
});

it('questions are answered one after another', async () => {
  const removed = new AbortController();
  const ask = (name: string, signal: AbortSignal) => askPlace(name, { titles: TITLES, columns: null }, signal);
  const first = ask('a.csv', new AbortController().signal);
  const second = ask('b.csv', removed.signal);
  expect(placeQuestions.list.map(({ fileName }) => fileName)).toEqual(['a.csv', 'b.csv']);
  placeQuestions.list[0]!.answer(null);
  expect(await first).toBeNull();
  expect(placeQuestions.list.map(({ fileName }) => fileName)).toEqual(['b.csv']);
  // The layer is removed while it is asked about.
  removed.abort();
  expect(await second).toBeNull();
  expect(placeQuestions.list).toEqual([]);
  // It was removed while its file was read: nothing is asked.
  expect(await ask('b.csv', removed.signal)).toBeNull();
  expect(placeQuestions.list).toEqual([]);
});
