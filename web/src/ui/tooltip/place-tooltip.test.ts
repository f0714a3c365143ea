import { expect, it } from 'vitest';
import { tooltipPlace } from './place-tooltip.ts';

const page = { width: 1440, height: 900 };
const tip = { width: 100, height: 30 };

it('is under its anchor', () => {
  expect(tooltipPlace({ left: 700, top: 10, width: 28, height: 28 }, tip, page)).toEqual({ left: 664, top: 46 });
});
it('is above where there is no room below', () => {
  expect(tooltipPlace({ left: 700, top: 870, width: 28, height: 28 }, tip, page)).toEqual({ left: 664, top: 832 });
});
it('stays on the page', () => {
  expect(tooltipPlace({ left: 1410, top: 10, width: 28, height: 28 }, tip, page).left).toBe(1332);
});
it('is beside an anchor in the rail', () => {
  expect(tooltipPlace({ left: 8, top: 100, width: 36, height: 36 }, tip, page)).toEqual({ left: 52, top: 103 });
});
