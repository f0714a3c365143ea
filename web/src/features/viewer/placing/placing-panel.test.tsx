import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  add,
  ecefFromLla,
  enuAxesAt,
  moveMatrix,
  noMove,
  scale,
  transformPoint,
  type Vec3,
} from '@overlook/shared/maths';
import type { Capture } from '@overlook/shared/schemas';
import type { PlaceTool, ToolHit } from '@overlook/engine';
import { queryClient } from '../../../api/queries.ts';
import { choosePlaced, placing } from '../../../state/placing.ts';
import { setLayer, stageChoices } from '../../../state/stage.ts';
import { selectSite } from '../../../state/selected-site.ts';
import { stageTools } from '../../../state/tools.ts';
import { dismissToast, toasts } from '../../../state/toasts.ts';
import { answerCalls, showInPage } from '../../../testing/in-page.tsx';
import { aCapture } from '@overlook/shared/schemas/testing';

import { PlacingScreen } from './placing-screen.tsx';

const [POINTS, TEXTURED] = [1, 3] as const;
const SITE = 1;
const DRAFT = aCapture(6, POINTS, '2026-11-25', { publishedAt: null });
const CAPTURES: Capture[] = [
  aCapture(2, POINTS, '2026-06-19', { isCurrent: true }),
  aCapture(5, TEXTURED, '2026-10-31', { isCurrent: true }),
  DRAFT,
];
const ORIGIN = ecefFromLla({ longitude: 0, latitude: 0, height: 0 });
const { east, north, up } = enuAxesAt(ORIGIN);
const at = (e: number, n: number, u: number): Vec3 =>
  add(ORIGIN, add(scale(east, e), add(scale(north, n), scale(up, u))));
const hit = (pointEcef: Vec3): ToolHit => ({
  pointEcef,
  modeltypeId: POINTS,
  featureId: null,
  errorMetres: 0.01,
  ray: { origin: ORIGIN, direction: up },
});

let calls: { name: string; input: unknown }[];
let captures: Capture[];
let measured: object;
beforeAll(() => import('@overlook/engine'), 60_000);
beforeEach(() => {
  captures = CAPTURES;
  measured = { kind: 'near', distanceM: 0.77, overlap: 0.4 };
  calls = answerCalls({
    'captures.all': () => ({ captures }),
    'captures.place': () => ({ status: 'success' }),
    'captures.fit': () => measured,
  });
  selectSite(SITE);
  setLayer(0, TEXTURED);
});
afterEach(() => {
  act(() => {
    choosePlaced(null);
    for (const { id } of toasts.shown) dismissToast(id);
  });
  queryClient.clear();
});

async function open(): Promise<PlaceTool> {
  showInPage(<PlacingScreen onClose={() => undefined} />, ['SITES:MANAGE']);
  act(() => choosePlaced(DRAFT.id));
  await screen.findByRole('spinbutton', { name: 'Moved east' });
  return stageTools.besides as PlaceTool;
}
/** What a fit answers; a mere distance is always near enough. */
const answerFit = (fitted: object) =>
  answerCalls({ 'captures.fit': ({ measureOnly }: { measureOnly?: boolean }) => (measureOnly ? measured : fitted) });
const field = (name: string) => screen.getByRole<HTMLInputElement>('spinbutton', { name });
const pair = (tool: PlaceTool, from: Vec3, to: Vec3) =>
  act(() => {
    tool.beginPair();
    tool.tap(hit(from));
    tool.tap(hit(to));
  });

it('lists the captures, drafts first, and shows the chosen one over the newest of its layer', async () => {
  showInPage(<PlacingScreen onClose={() => undefined} />, ['SITES:MANAGE']);
  const list = await screen.findByRole('region', { name: 'Which capture?' });
  const names = within(list)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Point Cloud, 25 Nov 2026Draft', 'Textured, 31 Oct 2026', 'Point Cloud, 19 Jun 2026']);
  act(() => within(list).getAllByRole('button')[0]!.click());
  expect(await screen.findByText('beside Point Cloud, 19 Jun 2026')).toBeTruthy();
  expect(stageChoices.layers[0]).toBe(POINTS);
  expect(stageTools.overlay).toMatchObject({ modeltypeId: POINTS, opacity: 0.6, color: [169, 139, 255] });
});

it('moves it with the figures, which are undone, and keeps the place', async () => {
  const tool = await open();
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Keep this place' });
  expect(save().disabled).toBe(true);
  act(() => tool.setMove({ ...tool.state.move, shiftM: [-0.62, 0, 0] }));
  expect(field('Moved east').value).toBe('−0.620');
  expect(transformPoint(stageTools.overlay!.moveEcef, ORIGIN)[1] - ORIGIN[1]).toBeCloseTo(-0.62, 6);
  act(() => save().click());
  await waitFor(() => expect(calls.some(({ name }) => name === 'captures.place')).toBe(true));
  expect(calls.find(({ name }) => name === 'captures.place')!.input).toMatchObject({
    siteId: SITE,
    captureId: DRAFT.id,
    placement: { shiftM: [-0.62, 0, 0], by: 'hand', count: 0, rmsM: null },
  });
  await waitFor(() =>
    expect(toasts.shown.map(({ text }) => text)).toEqual(['Point Cloud, 25 Nov 2026 is kept at this place']),
  );
  act(() => screen.getByRole('button', { name: 'Undo' }).click());
  expect(field('Moved east').value).toBe('0.000');
});

it('takes pairs of points, says what is left of each, and names the doubtful one', async () => {
  const tool = await open();
  const moved = moveMatrix({ ...noMove(ORIGIN), shiftM: [0.5, 0, 0] });
  const move = () => screen.getByRole('button', { name: 'Move the draft' });
  expect(move().getAttribute('aria-disabled')).toBe('true');
  act(() => screen.getByRole('button', { name: 'Add pair' }).click());
  expect(stageTools).toMatchObject({ override: tool, overridePrompt: 'Pick a point of the moved capture' });
  act(() => void tool.cancel());
  expect(stageTools.override).toBeNull();
  for (const place of [at(0, 0, 0), at(10, 10, 0), at(20, 20, 0)]) pair(tool, place, transformPoint(moved, place));
  expect(screen.getByText('Add a point away from the line')).toBeTruthy();
  pair(tool, at(0, 30, 0), add(transformPoint(moved, at(0, 30, 0)), scale(up, 0.4)));
  pair(tool, at(30, 0, 0), transformPoint(moved, at(30, 0, 0)));
  expect(screen.getByText('After the move. Pair 4 is the worst: pick it again, or leave it out.')).toBeTruthy();
  act(() => screen.getByRole('button', { name: 'Remove pair 4' }).click());
  expect(screen.getAllByText('0 mm').length).toBe(5);
  act(() => move().click());
  expect(tool.state.origin).toMatchObject({ by: 'pairs', count: 4 });
  expect(field('Moved east').value).toBe('0.500');
});

it('says which capture is which, and how far it lies from its neighbour, before a fit', async () => {
  const tool = await open();
  const fit = () => screen.getByRole('button', { name: 'Fit to neighbours' });
  expect(placing.legend).toEqual({
    moved: 'Draft, 25 Nov 2026',
    neighbour: 'Published, 19 Jun 2026',
    isOneColour: true,
  });
  expect(await screen.findByText('0.77 m from its neighbours: near enough to fit.')).toBeTruthy();
  expect(fit().getAttribute('aria-disabled')).toBeNull();
  measured = { kind: 'apart', distanceM: 3.456, overlap: 0 };
  act(() => tool.setMove({ ...tool.state.move, shiftM: [3, 0, 0] }));
  expect(
    await screen.findByText('3.46 m from its neighbours. Move it within 1 m first.', { selector: 'p' }),
  ).toBeTruthy();
  expect(fit().getAttribute('aria-disabled')).toBe('true');
  const asked = calls.filter(({ name }) => name === 'captures.fit').map(({ input }) => input);
  expect(asked).toMatchObject([{ measureOnly: true }, { measureOnly: true, placement: { shiftM: [3, 0, 0] } }]);
});

it('takes the fit to its neighbour, and says why there is none', async () => {
  const tool = await open();
  const fit = async () => {
    const button = screen.getByRole('button', { name: 'Fit to neighbours' });
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
    act(() => button.click());
  };
  const placement = { ...noMove(ORIGIN), shiftM: [0.1, 0.02, 0], by: 'fit', count: 48212, rmsM: 0.005 };
  answerFit({ kind: 'fitted', placement, overlap: 0.9, distanceM: 0.2, kept: [] });
  await fit();
  expect(await screen.findByText('Fitted on 48,212 points, 5 mm')).toBeTruthy();
  expect(tool.state).toMatchObject({ move: { shiftM: [0.1, 0.02, 0] }, origin: { by: 'fit', count: 48212 } });
  answerFit({ kind: 'apart', distanceM: 3.456, overlap: 0 });
  await fit();
  expect(await screen.findByText('3.46 m from its neighbours. Move it within 1 m first.')).toBeTruthy();
  answerFit({ kind: 'apart', distanceM: 0.2, overlap: 0.1 });
  await fit();
  expect(await screen.findByText('No fit: under 30 % of it overlaps')).toBeTruthy();
  expect(tool.state.move.shiftM).toEqual([0.1, 0.02, 0]);
});

it('leaves the stage as it was', async () => {
  const page = showInPage(<PlacingScreen onClose={() => undefined} />, ['SITES:MANAGE']);
  act(() => choosePlaced(DRAFT.id));
  await screen.findByRole('spinbutton', { name: 'Moved east' });
  act(() => page.show(null));
  expect([stageTools.overlay, placing.captureId, stageTools.besides, stageChoices.layers[0]]).toEqual([
    null,
    null,
    null,
    TEXTURED,
  ]);
});
