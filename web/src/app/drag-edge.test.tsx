import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { showInPage } from '../testing/in-page.tsx';
import { DragEdge } from './drag-edge.tsx';

const limits = () => ({ leastPx: 200, mostPx: 540, shownPx: 332 });

function show(side: 'right' | 'top') {
  const [onDrag, onChange] = [vi.fn(), vi.fn()];
  showInPage(<DragEdge label="Edge" side={side} limits={limits} onDrag={onDrag} onChange={onChange} />);
  const edge = screen.getByRole('separator', { name: 'Edge' });
  edge.parentElement!.getBoundingClientRect = () => new DOMRect(100, 300, 400, 600);
  return { edge, onDrag, onChange };
}

it('an edge is dragged between its limits, and reported once at the end', () => {
  const { edge, onDrag, onChange } = show('top');
  fireEvent.pointerDown(edge, { pointerId: 1 });
  fireEvent.pointerMove(edge, { pointerId: 1, clientY: 500 });
  expect(onDrag).toHaveBeenLastCalledWith(400);
  fireEvent.pointerMove(edge, { pointerId: 1, clientY: 10 });
  expect(onDrag).toHaveBeenLastCalledWith(540);
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.pointerUp(edge, { pointerId: 1, clientY: 890 });
  expect(onDrag).toHaveBeenLastCalledWith(null);
  expect(onChange.mock.calls).toEqual([[200]]);
});

it('a drag that the browser ends does not change the length', () => {
  const { edge, onDrag, onChange } = show('right');
  fireEvent.pointerDown(edge, { pointerId: 1 });
  fireEvent.pointerMove(edge, { pointerId: 1, clientX: 400 });
  expect(onDrag).toHaveBeenLastCalledWith(300);
  fireEvent.pointerCancel(edge, { pointerId: 1, clientX: 0 });
  expect(onDrag).toHaveBeenLastCalledWith(null);
  expect(onChange).not.toHaveBeenCalled();
});

it.each([
  ['right', 'ArrowRight', 348],
  ['right', 'ArrowLeft', 316],
  ['top', 'ArrowUp', 348],
  ['top', 'ArrowDown', 316],
  ['top', 'Home', null],
] as const)('the %s edge moves by keys: %s', (side, code, px) => {
  const { edge, onChange } = show(side);
  fireEvent.keyDown(edge, { code });
  expect(onChange).toHaveBeenCalledWith(px);
});
