import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showInPage } from '../../testing/in-page.tsx';
import { DateField, WrittenDate } from './date-field.tsx';

it('writes the day as everywhere else, and keeps the value of the input', () => {
  showInPage(<DateField label="Ends" value="2026-12-28" onChange={() => {}} />);
  expect(screen.getByText('28 Dec 2026')).toBeTruthy();
  expect(screen.getByLabelText('Ends')).toHaveProperty('value', '2026-12-28');
});

it('writes an instant with its time, and nothing or the given words for an unfinished one', () => {
  showInPage(
    <p>
      <WrittenDate value="2026-12-28T10:30" />
      <WrittenDate value="" />
      <WrittenDate value="" empty="Any time" />
    </p>,
  );
  const written = Array.from(screen.getByText('28 Dec 2026, 10:30').parentElement!.children);
  expect(written.map(({ textContent }) => textContent)).toEqual(['28 Dec 2026, 10:30', 'Any time']);
});
