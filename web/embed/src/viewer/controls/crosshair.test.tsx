import { fireEvent } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { crosshair } from './crosshair.ts';

it('picks with Space as soon as a tool is active, before a frame has shown it', () => {
  const stage = {
    state: vi.fn(() => ({ activeTool: null as string | null })),
    size: () => ({ width: 300, height: 200 }),
    tap: vi.fn<(x: number, y: number) => void>(),
    on: () => () => {},
  };
  const element = document.body.appendChild(document.createElement('div'));
  const view = element.appendChild(document.createElement('div'));
  view.setAttribute('role', 'application');
  const { element: mark, end } = crosshair({ viewed: { stage }, element } as never);
  fireEvent.keyDown(view, { code: 'Space' });
  expect([stage.tap.mock.calls.length, mark.hidden]).toEqual([0, true]);
  stage.state.mockReturnValue({ activeTool: 'measure' });
  fireEvent.keyDown(view, { code: 'Space' });
  expect(stage.tap.mock.calls).toEqual([[150, 100]]);
  expect(mark.hidden).toBe(false);
  end();
  fireEvent.keyDown(view, { code: 'Space' });
  expect(stage.tap).toHaveBeenCalledTimes(1);
  element.remove();
});
