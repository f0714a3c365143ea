import { beforeEach, expect, it, vi } from 'vitest';
import { NO_RESULTS } from '@overlook/embed/links/view-link';
import { showResults } from './linked-results.ts';
import { resetTools, showTools, type Tools, toolsStore } from '../../../state/session-tools.ts';

const aTool = () => ({ clear: vi.fn(), restore: vi.fn(() => true) });
const tools = () => ({ measure: aTool(), target: aTool(), angle: aTool() });

beforeEach(resetTools);

it('shows the results that are named, and takes the others away', async () => {
  const shown = tools();
  showTools(shown as unknown as Tools);
  expect(await showResults({ ...NO_RESULTS, target: 'three targets' })).toBe(true);
  expect(shown.target.restore).toHaveBeenCalledWith('three targets');
  expect(shown.target.clear).not.toHaveBeenCalled();
  for (const { clear, restore } of [shown.measure, shown.angle]) {
    expect(clear).toHaveBeenCalledOnce();
    expect(restore).not.toHaveBeenCalled();
  }
});

it('loads no tools for a view without results', async () => {
  expect(await showResults(NO_RESULTS)).toBe(true);
  expect(toolsStore.tools).toBeNull();
});
