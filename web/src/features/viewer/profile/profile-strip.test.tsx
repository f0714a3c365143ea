import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PROFILE } from '@overlook/shared/config';
import { enuFrame, transformPoint, type Vec3 } from '@overlook/shared/maths';
import type { PermissionToken } from '@overlook/shared/permissions';
import { closeProfile, profile, setProfileLine, setProfileThickness } from '../../../state/profile.ts';
import { showInPage } from '../../../testing/in-page.tsx';
import { loadEngine } from './engine.ts';
import { ProfileStrip } from './profile-strip.tsx';

const SITE = enuFrame({ longitude: 138.4932, latitude: -35.0789, height: 30 });
const at = (point: Vec3): Vec3 => transformPoint(SITE.ecefFromEnu, point);
const LINE = { aEcef: at([-20, 0, 0]), bEcef: at([20, 0, 0]) };
const ALL: readonly PermissionToken[] = ['POINTGRAB:CREATE', 'TOOLS:MEASURE'];

type Answer = { id: number; loaded: unknown };

/** The worker of tiles: a tileset of one tile, and its points (along, across, up) in the band. */
class TileWorker extends EventTarget {
  static points: number[] = [];
  static refuses = false;
  postMessage({
    id,
    type,
    band,
    url,
  }: {
    id: number;
    type: string;
    band?: { halfThicknessMetres: number };
    url: string;
  }): void {
    if (type !== 'load') return;
    const reply = (loaded: unknown) =>
      queueMicrotask(() => this.dispatchEvent(new MessageEvent<Answer>('message', { data: { id, loaded } })));
    if (!band) {
      const box = [0, 0, 0, 100, 0, 0, 0, 100, 0, 0, 0, 100];
      const root = {
        boundingVolume: { box },
        geometricError: 1,
        content: { uri: 'root.glb' },
        transform: Array.from(SITE.ecefFromEnu),
      };
      return reply({ type: 'tileset', tileset: { json: { asset: { version: '1.1' }, root } } });
    }
    expect(url).toMatch(/root\.glb$/);
    if (TileWorker.refuses) return reply(null);
    const kept = Array.from({ length: TileWorker.points.length / 3 }, (_, i) =>
      TileWorker.points.slice(3 * i, 3 * i + 3),
    );
    const inBand = kept.filter(([, across]) => Math.abs(across!) <= band.halfThicknessMetres);
    const positions = Float32Array.from(inBand.flat());
    return reply({ type: 'band', points: { positions, colors: new Uint32Array(inBand.length), classes: null } });
  }
  terminate(): void {}
}

function show(tokens: readonly PermissionToken[] = ALL) {
  setProfileLine(LINE);
  return showInPage(
    <ProfileStrip
      url="/tiles/tileset.json"
      siteSlug="ridgeway"
      line={LINE}
      onMeasured={() => undefined}
      onSavePlace={onSavePlace}
    />,
    tokens,
  );
}
/** Reports once that the observed element has 456 × 228 pixels: a plot of 400 × 200. */
class SizeOf400 {
  constructor(private readonly listener: (entries: unknown[]) => void) {}
  observe(): void {
    this.listener([{ contentRect: { width: 456, height: 228 } }]);
  }
  unobserve(): void {}
  disconnect(): void {}
}

/** A click on the plot, CSS pixels of it. */
function clickPlot(x: number, y: number): void {
  const plot = screen.getByRole('application', { name: /^Section/ });
  const at = { clientX: 56 + x, clientY: y, pointerId: 1, button: 0 };
  fireEvent.pointerDown(plot, at);
  fireEvent.pointerUp(plot, at);
}

const onSavePlace = vi.fn();
const facts = () => screen.getByLabelText('Points of the profile');

// The engine is a large import for a machine that does other things.
beforeAll(loadEngine, 60_000);
beforeEach(() => {
  TileWorker.refuses = false;
  TileWorker.points = [1, 0, 0, 5, 0.5, 2, 9, -2.2, 4];
  vi.stubGlobal('Worker', TileWorker);
});
afterEach(() => {
  act(closeProfile);
  act(() => setProfileThickness(PROFILE.thicknessDefaultM));
});

describe('the strip of a profile', () => {
  it('says how long it is, how many points it has, and where they are from', async () => {
    show();
    await waitFor(() => expect(facts().textContent).toContain('40.00\u202Fm, 2 points from Point Cloud'));
  });

  it('has more points when it is made thicker, by figures and by arrows', async () => {
    const { user } = show();
    const thickness = screen.getByRole('spinbutton', { name: 'Thickness' });
    await user.clear(thickness);
    await user.type(thickness, '4.5{Enter}');
    await waitFor(() => expect(facts().textContent).toContain('3 points'));
    await user.keyboard('{ArrowDown}');
    expect(profile.thicknessMetres).toBe(4.45);
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    expect(profile.thicknessMetres).toBe(3.95);
  });

  it('does not report an empty band when tiles of it could not be read', async () => {
    TileWorker.refuses = true;
    show();
    await screen.findByText('1 tile could not be read.');
    expect(screen.queryByText(/^No points within/)).toBeNull();
  });

  it('measures from a place on the line that is shown, not on the one before', async () => {
    vi.stubGlobal('ResizeObserver', SizeOf400);
    const measured = vi.fn();
    setProfileLine(LINE);
    const { user, show: showAgain } = showInPage(
      <ProfileStrip
        url="/tiles/tileset.json"
        siteSlug="ridgeway"
        line={LINE}
        onMeasured={measured}
        onSavePlace={onSavePlace}
      />,
      ALL,
    );
    await waitFor(() => expect(facts().textContent).toContain('2 points'));
    await user.click(screen.getByRole('button', { name: 'Measure in the section' }));
    clickPlot(100, 50);
    expect(await screen.findByText('Click the second point in the section')).toBeTruthy();
    const other = { aEcef: at([0, -20, 0]), bEcef: at([0, 20, 0]) };
    showAgain(
      <ProfileStrip
        url="/tiles/tileset.json"
        siteSlug="ridgeway"
        line={other}
        onMeasured={measured}
        onSavePlace={onSavePlace}
      />,
    );
    await screen.findByText('Click the first point in the section');
    clickPlot(200, 80);
    expect(measured).not.toHaveBeenCalled();
    clickPlot(300, 20);
    expect(measured).toHaveBeenCalledOnce();
  });

  it('reports when there are no points, and widens', async () => {
    TileWorker.points = [5, 2.2, 2];
    const { user } = show();
    await screen.findByText(/^No points within 1\.00\sm of this line$/);
    await user.click(screen.getByRole('button', { name: 'Widen' }));
    expect(profile.thicknessMetres).toBe(PROFILE.thicknessMostM);
    await waitFor(() => expect(facts().textContent).toContain('1 point from'));
    expect(screen.queryByRole('button', { name: 'Widen' })).toBeNull();
  });

  it('offers the points by class only where tiles carry classes', async () => {
    show();
    await waitFor(() => expect(facts().textContent).toContain('2 points'));
    const colours = within(screen.getByRole('combobox', { name: 'Colour' })).getAllByRole('option');
    expect(colours.map((option) => option.textContent)).toEqual([
      'Colour: as scanned',
      'Colour: height',
      'Colour: distance',
    ]);
  });

  it('offers each file with its size', async () => {
    const { user } = show();
    await waitFor(() => expect(facts().textContent).toContain('2 points'));
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringMatching(/^Picture, PNG\d+ × \d+$/),
      expect.stringMatching(/^Drawing, DXF1:100, [\d.]+\u202Fk?B$/),
      expect.stringMatching(/^Points, CSV\d+\u202FB$/),
      expect.stringMatching(/^Points, LAS[\d.]+\u202Fk?B$/),
      'Save as a place',
    ]);
    expect(items.filter((item) => item.getAttribute('aria-disabled') === 'true')).toEqual([]);
  });

  it('is saved as a Place with its length', async () => {
    const { user } = show();
    await waitFor(() => expect(facts().textContent).toContain('2 points'));
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Save as a place' }));
    expect(onSavePlace.mock.calls).toEqual([[expect.closeTo(40, 3)]]);
  });

  it('on a phone has one menu of all that is not in its row', async () => {
    vi.stubGlobal('innerWidth', 390);
    const { user } = show();
    await waitFor(() => expect(facts().textContent).toContain('2 points'));
    expect(screen.queryByRole('combobox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More of the profile' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Colour: height' }));
    await user.click(screen.getByRole('button', { name: 'More of the profile' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Height × 5' }));
    expect([profile.color, profile.exaggeration]).toEqual(['height', 5]);
    await user.click(screen.getByRole('button', { name: 'More of the profile' }));
    expect(await screen.findByRole('menuitem', { name: /^Points, CSV/ })).toBeTruthy();
  });

  it('exports only the picture for people who may not export points, with the reason', async () => {
    const { user } = show(['TOOLS:MEASURE']);
    await waitFor(() => expect(facts().textContent).toContain('2 points'));
    await user.click(screen.getByRole('button', { name: 'Export' }));
    const items = await screen.findAllByRole('menuitem');
    const disabled = items.map((item) => item.getAttribute('aria-disabled') === 'true');
    expect(disabled).toEqual([false, true, true, true, false]);
    screen.getByText('Your role does not include exports of points.');
  });

  it('is left by Escape, the measuring in it first', async () => {
    const { user } = show();
    await waitFor(() => expect(facts().textContent).toContain('2 points'));
    await user.click(screen.getByRole('button', { name: 'Measure in the section' }));
    screen.getByText('Click the first point in the section');
    await user.keyboard('{Escape}');
    expect([profile.isMeasuring, profile.line !== null]).toEqual([false, true]);
    await user.keyboard('{Escape}');
    expect(profile.line).toBeNull();
  });

  it('measures for those alone who may', async () => {
    show(['POINTGRAB:CREATE']);
    const button = await screen.findByRole('button', { name: 'Your role does not include measuring.' });
    expect(button.hasAttribute('disabled')).toBe(true);
  });
});
