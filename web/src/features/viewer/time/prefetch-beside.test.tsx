import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { capturePoints } from '@overlook/embed/site/captures';
import type { Stage } from '@overlook/engine';
import { resetScreen, stageOpened } from '../../../state/screens.ts';
import { resetStageChoices, setLayer } from '../../../state/stage.ts';
import { usePrefetchBeside } from './prefetch-beside.ts';
import { capturesOfMock } from './testing/captures.ts';

const TEXTURED = 3;
const CAPTURES = capturesOfMock();
const POINTS = capturePoints(CAPTURES);

let settle: () => void;
let asked: string[];
beforeEach(() => {
  asked = [];
  const idle = () => new Promise<void>((resolve) => (settle = resolve));
  act(() => stageOpened(0, { idle } as unknown as Stage));
  setLayer(0, TEXTURED);
  vi.stubGlobal('fetch', async (address: string | URL) => {
    asked.push(new URL(String(address), 'http://overlook.example').pathname);
    return Response.json({ root: { content: { uri: '../objects/ab/root.glb' } } });
  });
});
afterEach(() => {
  act(() => resetScreen(0));
  resetStageChoices();
  vi.unstubAllGlobals();
});

it('requests the beginnings of the dates beside the shown one once, and only in a settled view', async () => {
  const at = POINTS.findIndex(({ takenOn }) => takenOn === '2026-09-26');
  const { rerender } = renderHook(({ index }) => usePrefetchBeside(CAPTURES, POINTS, index), {
    initialProps: { index: at },
  });
  expect(asked).toEqual([]);
  act(() => settle());
  const beside = ['/files/3/2026-03-14', '/files/3/2026-10-31'];
  const expected = beside.flatMap((folder) => [`${folder}/tileset.json`, '/files/3/objects/ab/root.glb']);
  await waitFor(() => expect(asked).toEqual(expected));
  rerender({ index: at - 1 });
  rerender({ index: at });
  act(() => settle());
  await waitFor(() => expect(asked).toEqual(expected));
});
