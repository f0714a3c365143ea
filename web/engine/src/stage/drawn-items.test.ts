import { expect, it } from 'vitest';
import type { Cutouts } from '../render/cutouts.ts';
import type { DrawItem } from '../render/draw-item.ts';
import type { Tile } from '../tiles/tile.ts';
import { DrawnBefore } from './drawn-items.ts';

const [A, B] = [{}, {}] as Tile[];
const item = (tile: Tile, part: Partial<DrawItem<Tile>> = {}): DrawItem<Tile> => ({
  tile,
  cutouts: null,
  finer: null,
  isCut: false,
  distance: 0,
  ...part,
});
const CUT = {} as Cutouts;
const narrow = { spacing: 0.1, apartPx: 2 };

it.each([
  ['the same tiles', [item(A!), item(B!)], [item(A!), item(B!)], false],
  ['nothing twice', [], [], false],
  ['another tile', [item(A!)], [item(B!)], true],
  ['one tile more', [item(A!)], [item(A!), item(B!)], true],
  ['the same tiles in another order', [item(A!), item(B!)], [item(B!), item(A!)], true],
  ['points that become narrower', [item(A!)], [item(A!, { finer: narrow })], true],
  [
    'a tile drawn around others, which may be others now',
    [item(A!, { cutouts: CUT })],
    [item(A!, { cutouts: CUT })],
    true,
  ],
  ['a tile that is whole again', [item(A!, { cutouts: CUT })], [item(A!)], true],
])('%s', (_, before, now, isOther) => {
  const drawn = new DrawnBefore();
  drawn.isOther(before);
  expect(drawn.isOther(now)).toBe(isOther);
});
