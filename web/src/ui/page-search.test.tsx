import { screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it } from 'vitest';
import { showInPage } from '../testing/in-page.tsx';
import { focusPageSearch, usePageSearch } from './page-search.ts';

function Field({ label }: { label: string }) {
  const field = useRef<HTMLInputElement>(null);
  usePageSearch(field);
  return <input ref={field} aria-label={label} />;
}

it('the first search field of the page takes the focus, in any order of mounting', () => {
  const tree = <Field key="tree" label="Search objects" />;
  const { show } = showInPage([tree]);
  focusPageSearch();
  expect(screen.getByLabelText('Search objects')).toBe(document.activeElement);
  show([<Field key="sites" label="Search sites" />, tree]);
  focusPageSearch();
  expect(screen.getByLabelText('Search sites')).toBe(document.activeElement);
  show([]);
  focusPageSearch();
  expect(document.activeElement).toBe(document.body);
});
