import { beforeEach, expect, it } from 'vitest';
import { Emitter } from '@overlook/engine/emitter';
import type { StageEvents } from '@overlook/engine';
import { mocOf, readingCalls } from './testing/moc-of.ts';
import { onCommand } from '../../../state/commands.ts';
import { mocs, resetMocs } from '../../../state/mocs.ts';
import { answerCalls, showInPage } from '../../../testing/in-page.tsx';
import { useMocClicks } from './use-moc-marks.ts';

const stage = new Emitter<StageEvents>();
let openings = 0;
const open = () => void openings++;

function Clicks() {
  useMocClicks(stage, 1, open);
  return null;
}

beforeEach(() => {
  resetMocs();
  openings = 0;
  answerCalls(readingCalls(() => [1, 2, 3].map((id) => mocOf({ id }))));
  showInPage(<Clicks />, ['MOC:VIEW']);
});

it('a click on a pin opens the card of its change, also when that is open out of view', () => {
  const revealed: number[] = [];
  const end = onCommand('revealMoc', (mocId) => revealed.push(mocId));
  stage.emit('pinTap', ['2']);
  stage.emit('pinTap', ['2']);
  end();
  expect([mocs.openId, revealed, openings]).toEqual([2, [2, 2], 2]);
});

it('a click on a group of pins lists its changes, until another one is opened', () => {
  stage.emit('pinTap', ['1', '3']);
  expect([mocs.openId, mocs.listedIds, openings]).toEqual([null, [1, 3], 1]);
  stage.emit('pinTap', ['3']);
  expect(mocs.listedIds).toEqual([1, 3]);
  stage.emit('pinTap', ['2']);
  expect(mocs.listedIds).toBeNull();
});

it('pins that are pointed at mark all of their changes', () => {
  stage.emit('pinHover', ['3', '1']);
  expect(mocs.pointedIds).toEqual([3, 1]);
  stage.emit('pinHover', []);
  expect(mocs.pointedIds).toEqual([]);
});
