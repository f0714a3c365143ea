import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { HISTOGRAM_BARS } from '@overlook/shared/config';
import type { StagePoints } from '@overlook/engine';
import { pointColors, resetPointChoices, setPointColorMode } from '../../../../state/point-colors.ts';
import { showInPage } from '../../../../testing/in-page.tsx';
import { PointColorsPanel } from './point-colors-panel.tsx';

const HISTOGRAM = { points: Array.from({ length: HISTOGRAM_BARS }, (_, at) => at) };
const CLOUD: StagePoints = {
  points: 12_345,
  has: { intensity: true, classification: true, returnNumber: false },
  height: { ...HISTOGRAM, least: 10, most: 50, range: [12, 48] },
  intensity: { ...HISTOGRAM, least: 0, most: 4095, range: [100, 4000] },
  classes: [
    [2, 10_000],
    [7, 2345],
  ],
  returns: [],
  range: null,
  bareMode: null,
};
const NOTHING: StagePoints = {
  ...CLOUD,
  has: { intensity: false, classification: false, returnNumber: false },
  classes: [],
};

/** A stage with these points on view, which finds a range as the engine does. */
function aStage(points: StagePoints | null) {
  const shown = { points };
  const drawn = new Set<() => void>();
  return {
    on: (_event: unknown, handler: unknown) => {
      drawn.add(handler as () => void);
      return () => void drawn.delete(handler as () => void);
    },
    pointStatistics: () => {
      const { mode, range } = pointColors();
      const found = mode === 'height' || mode === 'intensity' ? (shown.points?.[mode]?.range ?? null) : null;
      return shown.points && { ...shown.points, range: range ?? found };
    },
    draw: (now: StagePoints | null = shown.points) => {
      shown.points = now;
      act(() => drawn.forEach((tell) => tell()));
    },
  };
}

function show(points: StagePoints | null) {
  const stage = aStage(points);
  const { user } = showInPage(<PointColorsPanel stage={stage as never} />);
  return { stage, user, select: screen.getByRole('combobox', { name: 'Colour by' }) };
}
const optionsOf = (select: HTMLElement) =>
  within(select)
    .getAllByRole('option')
    .map((option) => option.textContent);

beforeEach(() => {
  setPointColorMode('scanned');
  resetPointChoices();
});

describe('the colour modes of points', () => {
  it('is what those on view carry', () => {
    const { select } = show(CLOUD);
    expect(optionsOf(select)).toEqual(['As scanned', 'Height', 'Intensity', 'Classification']);
    expect(screen.getByText('12,345 points on view')).toBeTruthy();
  });

  it('name what points without colours are coloured by', () => {
    const { select } = show({ ...CLOUD, bareMode: 'classification' });
    expect(optionsOf(select)[0]).toBe('As scanned, without colours by classification');
  });

  it('are reported where points have no values, and where there are no points', () => {
    expect(optionsOf(show(NOTHING).select)).toEqual(['As scanned', 'Height']);
    expect(screen.getByText('These points carry no intensity, classes or returns.')).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Classes' })).toBeNull();
  });

  it('are reported where there are no points, until some are drawn', async () => {
    const { stage, select } = show(null);
    expect(optionsOf(select)).toEqual(['As scanned']);
    expect(screen.getByText('There are no points on view.')).toBeTruthy();
    stage.draw(CLOUD);
    await waitFor(() => expect(optionsOf(select)).toContain('Classification'));
  });

  it('remain chosen where the visible points lack the value, with a message', () => {
    setPointColorMode('returnNumber');
    const { select } = show(CLOUD);
    expect(select).toHaveProperty('value', 'returnNumber');
    expect(screen.getByText(/do not carry this/)).toBeTruthy();
  });
});

it('the range is the one found until an end is moved by keys, and is found again on request', async () => {
  const { user, select, stage } = show(CLOUD);
  await user.selectOptions(select, 'Height');
  stage.draw();
  const [lowest, highest] = await screen.findAllByRole('slider');
  expect([lowest, highest].map((end) => end!.getAttribute('aria-label'))).toEqual([
    'Lowest, 12.00\u202Fm',
    'Highest, 48.00\u202Fm',
  ]);
  expect(screen.getByRole('button', { name: 'Automatic' })).toHaveProperty('disabled', true);
  act(() => highest!.focus());
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  const { range } = pointColors();
  expect(range![0]).toBe(12);
  expect(range![1]).toBeLessThan(48);
  await user.click(screen.getByRole('button', { name: 'Automatic' }));
  expect(pointColors().range).toBeNull();
});

it('classes are hidden one by one and remain in the list', async () => {
  const { user, stage } = show(CLOUD);
  await user.click(screen.getByRole('button', { name: 'Hide Low Point (Noise)' }));
  expect(pointColors().hiddenClasses).toEqual([7]);
  stage.draw({ ...CLOUD, classes: [[2, 10_000]] });
  const rows = within(screen.getByRole('list', { name: 'Classes' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual(['Ground10,000', expect.stringContaining('Low Point (Noise)')]);
  await user.click(screen.getByRole('button', { name: 'Show Low Point (Noise)' }));
  expect(pointColors().hiddenClasses).toEqual([]);
});
