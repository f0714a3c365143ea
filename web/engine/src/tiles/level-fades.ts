/**
 * Cross-fades between levels of detail. For a quarter of a second the old tiles are drawn together with the tiles that replace
 * them, each on its own pixels.
 *
 * 1. A **choice** is the set of tiles that is drawn at one time. When a tile replaces another, a new choice begins, with a front
 *    that passes over the dither thresholds (render/dither.ts). Each choice covers its view, and each pixel shows exactly one
 *    choice. Therefore no pixel is transparent or drawn twice, even if a further choice begins during the fade, or the camera
 *    turns back.
 * 2. Tiles that enter or leave the view do not replace others: they change the newest choice at once. The same applies to changes
 *    that follow faster than the minimum interval.
 * 3. A choice that does not cover its view is not faded from, for example while the first tiles load. Point clouds do not fade:
 *    their points appear gradually in any case.
 *
 * A fade keeps no tile in memory: if a tile is evicted, the fade ends with the newest choice. Pure logic without clock and GPU.
 */
import { LEVEL_FADE } from '@overlook/shared/config';
import type { OrientedBox } from '../geometry/oriented-box.ts';
import type { Cutouts } from '../render/cutouts.ts';
import { type Choices, MOST_CHOICES } from '../render/dither.ts';
import type { DrawItem } from '../render/draw-item.ts';
import type { CameraView } from '../view/camera-frame.ts';
import type { Tile } from './tile.ts';

interface Choice {
  readonly beganMs: number;
  view: CameraView;
}

/** A tile as it was drawn, from the first to the last choice that has it. */
interface Span {
  readonly tile: Tile;
  cutouts: Cutouts | null;
  isCut: boolean;
  distance: number;
  first: Choice;
  last: Choice;
}

/** The draw items of a view, and whether they cover it completely. */
export interface Selected {
  readonly items: readonly DrawItem<Tile>[];
  readonly view: CameraView;
  readonly isCovered: boolean;
}

export class LevelFades {
  /** Oldest first. */
  private choices: Choice[] = [];
  /** Fadable tiles of the newest choice, in the order of the selection. */
  private shown: Span[] = [];
  /** Tiles that only older choices draw. */
  private leaving: Span[] = [];
  private wasCovered = false;

  /** True during a cross-fade. */
  get isRunning(): boolean {
    return this.choices.length > 1;
  }

  /** Takes a new selection. If `mayFade` is set and the camera has not jumped, tiles that replace others fade in. */
  update({ items, view, isCovered }: Selected, nowMs: number, mayFade: boolean): void {
    const newest = this.choices.at(-1);
    const isCalm = mayFade && this.wasCovered && newest && !isJump(newest.view, view, items);
    this.wasCovered = isCovered;
    const fadable = mayFade ? items.filter(isFadable) : [];
    if (!isCalm) return this.restart(fadable, view);
    this.advance(nowMs);
    if (this.isReplaced(fadable, newest.view, view) && nowMs - newest.beganMs >= LEVEL_FADE.stepMs)
      this.choices.push({ beganMs: nowMs, view });
    else newest.view = view;
    if (this.choices.length > MOST_CHOICES) this.forgetOldest();
    this.change(fadable);
    if (this.leaving.length > LEVEL_FADE.mostTiles) this.end();
  }

  /** Removes finished choices, and all older choices if one of their tiles was released. Returns true if a fade was running. */
  advance(nowMs: number): boolean {
    if (!this.isRunning) return false;
    if (this.leaving.some(({ tile }) => tile.state !== 'ready')) this.end();
    while (this.isRunning && progressOf(this.choices[1]!, nowMs) === 1) this.forgetOldest();
    return true;
  }

  /** Shows the newest choice at once. */
  end(): void {
    while (this.isRunning) this.forgetOldest();
  }

  /** Returns the draw items of a frame: `items` itself without a fade. */
  drawn(items: DrawItem<Tile>[], nowMs: number): DrawItem<Tile>[] {
    if (!this.isRunning) return items;
    const last = this.choices.length - 1;
    const choices: Choices = {
      fronts: this.choices.map((choice, i) => (i === 0 ? 1 : progressOf(choice, nowMs))),
      planes: this.choices.map(({ view }) => view.planes),
    };
    const indexOf = (choice: Choice) => Math.max(0, this.choices.indexOf(choice));
    const firsts = new Map(this.shown.map(({ tile, first }) => [tile, indexOf(first)]));
    const now = items.map((item) => {
      const first = firsts.get(item.tile) ?? 0;
      return first === 0 ? item : { ...item, dither: { choices, first, last } };
    });
    const before = this.leaving.map((span) => {
      const dither = { choices, first: indexOf(span.first), last: indexOf(span.last) };
      return { ...span, finer: null, dither };
    });
    return [...now, ...before];
  }

  private restart(items: readonly DrawItem<Tile>[], view: CameraView): void {
    const choice = { beganMs: -Infinity, view };
    this.choices = [choice];
    this.leaving = [];
    this.shown = items.map((item) => spanOf(item, choice));
  }

  private forgetOldest(): void {
    const oldest = this.choices.shift();
    this.leaving = this.leaving.filter(({ last }) => last !== oldest);
  }

  /** Updates the tiles of the newest choice and of the older choices. */
  private change(items: readonly DrawItem<Tile>[]): void {
    const newest = this.choices.at(-1)!;
    const before = this.choices.at(-2);
    const known = byTile(this.shown);
    const leave = (span: Span) => {
      if (before && span.first !== newest) this.leaving.push({ ...span, last: before });
    };
    this.shown = items.map((item) => {
      const span = known.get(item.tile);
      known.delete(item.tile);
      if (span && isAsDrawn(item, span)) return { ...spanOf(item, newest), first: span.first };
      if (span) leave(span);
      return spanOf(item, newest);
    });
    for (const span of known.values()) leave(span);
  }

  /** True if tiles replace others, apart from tiles that enter or leave the view. */
  private isReplaced(items: readonly DrawItem<Tile>[], before: CameraView, view: CameraView): boolean {
    const [was, is] = [byTile(this.shown), byTile(items)];
    const came = items.filter(({ tile }) => !was.has(tile) && isInView(tile, before));
    const went = this.shown.filter(({ tile }) => !is.has(tile) && isInView(tile, view));
    const above = ancestorsOf(went);
    return (
      came.some(({ tile }) => above.has(tile) || isCoveredBy(tile, was)) ||
      went.some(({ tile }) => isCoveredBy(tile, is))
    );
  }
}

const isFadable = ({ tile }: DrawItem<Tile>): boolean => tile.gpu.every(({ points }) => points === 0);

const spanOf = ({ tile, cutouts, isCut, distance }: DrawItem<Tile>, choice: Choice): Span => ({
  tile,
  cutouts,
  isCut,
  distance,
  first: choice,
  last: choice,
});

/** A drawn tile with its cutouts. */
type Drawn = Pick<DrawItem<Tile>, 'tile' | 'cutouts'>;

const byTile = <T extends Drawn>(drawn: readonly T[]): Map<Tile, T> => new Map(drawn.map((one) => [one.tile, one]));

/** Progress of the front of a choice, 0 to 1. */
const progressOf = ({ beganMs }: Choice, nowMs: number): number =>
  Math.max(0, Math.min(1, (nowMs - beganMs) / LEVEL_FADE.durationMs));

/** True if the same tile is drawn with the same cutouts. */
function isAsDrawn({ cutouts: one }: Drawn, { cutouts: other }: Drawn): boolean {
  const areSame = (a: OrientedBox[] = [], b: OrientedBox[] = []) =>
    a.length === b.length && a.every((box, i) => box === b[i]);
  return areSame(one?.finished, other?.finished) && areSame(one?.missing, other?.missing);
}

function* ancestors({ parent }: Tile): Generator<Tile> {
  for (let up = parent; up; up = up.parent) yield up;
}

function ancestorsOf(drawn: readonly Drawn[]): Set<Tile> {
  const found = new Set<Tile>();
  for (const { tile } of drawn) for (const up of ancestors(tile)) found.add(up);
  return found;
}

/** True if the nearest drawn ancestor of a tile covers the tile's volume. */
function isCoveredBy(tile: Tile, drawn: ReadonlyMap<Tile, Drawn>): boolean {
  const path = [tile.volume];
  for (const up of ancestors(tile)) {
    const over = drawn.get(up);
    if (over) return !path.some((box) => over.cutouts?.finished.includes(box));
    path.push(up.volume);
  }
  return false;
}

const isInView = ({ volume }: Tile, { planes }: CameraView): boolean =>
  volume.cull(planes, 2 ** (planes.length / 4) - 1) >= 0;

/** In an orthographic view, where nothing is near, a movement counts as in a perspective view of what fills the screen. */
const ORTHO_NEAREST_PX = 900;

/** True if the camera moved farther between two frames than a continuous movement does. */
function isJump(before: CameraView, view: CameraView, items: readonly DrawItem<Tile>[]): boolean {
  if (view.isOrtho !== before.isOrtho) return true;
  const nearest = view.isOrtho
    ? ORTHO_NEAREST_PX / view.pixelsPerMetre
    : items.reduce((least, { distance }) => Math.min(least, distance), Infinity);
  const moved = Math.hypot(view.x - before.x, view.y - before.y, view.z - before.z);
  const cosine = view.dx * before.dx + view.dy * before.dy + view.dz * before.dz;
  return cosine < LEVEL_FADE.leastCosine || moved > Math.max(LEVEL_FADE.stepM, LEVEL_FADE.stepShare * nearest);
}
