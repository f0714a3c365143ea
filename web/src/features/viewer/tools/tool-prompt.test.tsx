import { MOCS_MESSAGES } from '@overlook/shared/messages';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { oneClickTool } from '../../../parts/one-click-tool.ts';
import { carryOverride, dropOverride } from '../../../state/tools.ts';
import { ToolPrompt } from './tool-prompt.tsx';

/** A device that is used with a finger first. */
const byTouch = (query: string) =>
  Object.assign(new EventTarget(), { matches: query === '(pointer: coarse)' }) as MediaQueryList;

afterEach(() => vi.unstubAllGlobals());

it('has a way to cancel for a finger, which has no key', () => {
  const cancelled = vi.fn<() => void>();
  const tool = oneClickTool('position', () => undefined, cancelled);
  carryOverride(tool, MOCS_MESSAGES['moc.pickPoint']);
  const { unmount } = render(<ToolPrompt />);
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  unmount();
  vi.stubGlobal('matchMedia', byTouch);
  render(<ToolPrompt />);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(cancelled).toHaveBeenCalledOnce();
  dropOverride(tool);
});

it('leaves it to the card of a tool that has one', () => {
  const tool = oneClickTool('position', () => undefined, vi.fn<() => void>());
  carryOverride(tool, MOCS_MESSAGES['area.prompt'], { hasCard: true });
  vi.stubGlobal('matchMedia', byTouch);
  render(<ToolPrompt />);
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  dropOverride(tool);
});
