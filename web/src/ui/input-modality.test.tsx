import { fireEvent } from '@testing-library/react';
import { expect, it } from 'vitest';
import { watchInputModality } from './input-modality.ts';

it('is that of the mouse also after Enter, Delete and Ctrl+Z, which end and undo what the mouse has drawn', () => {
  const end = watchInputModality();
  const { dataset } = document.documentElement;
  fireEvent.keyDown(document.body, { key: 'w' });
  expect(dataset['input']).toBe('keys');
  fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(dataset['input']).toBe('keys');
  fireEvent.pointerDown(document.body);
  for (const press of [{ key: 'Enter' }, { key: 'Delete' }, { key: 'Control' }, { key: 'z', ctrlKey: true }]) {
    fireEvent.keyDown(document.body, press);
    expect(dataset['input']).toBe('pointer');
  }
  fireEvent.keyDown(document.body, { key: 'Tab' });
  expect(dataset['input']).toBe('keys');
  end();
});
