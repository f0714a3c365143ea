import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showInPage } from '../../../testing/in-page.tsx';
import { MentionList } from './mention-list.tsx';

const PEOPLE = [
  { id: 1, name: 'Alex Admin' },
  { id: 2, name: 'Morgan Member' },
];

it('points at the person under a mouse that moves, and not at one that appears under a mouse that rests', () => {
  const onPoint = vi.fn<(index: number) => void>();
  const people = { data: PEOPLE, isError: false, isFetching: false, refetch: vi.fn() } as never;
  showInPage(
    <MentionList id="list" people={people} offered={PEOPLE} active={1} onPoint={onPoint} onChoose={vi.fn()} />,
  );
  const first = screen.getByRole('option', { name: 'Alex Admin' });
  fireEvent.pointerEnter(first);
  fireEvent(first, new PointerEvent('pointermove', { bubbles: true, movementX: 0, movementY: 0 }));
  expect(onPoint).not.toHaveBeenCalled();
  fireEvent(first, new PointerEvent('pointermove', { bubbles: true, movementX: 3, movementY: 0 }));
  expect(onPoint).toHaveBeenCalledExactlyOnceWith(0);
});
