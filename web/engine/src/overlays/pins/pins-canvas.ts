/**
 * Pins over a stage: a 2D canvas of their own, so that a mark that follows the pointer does not paint ten thousand pins
 * again. Those that overlap are one with a count; what the model hides is faded and dashed once the
 * view has settled.
 */
import { type EnuFrame, groupPins, type PinGroups, transformPoint } from '@overlook/shared/maths';
import { type EnuSection, isShown } from '../../geometry/half-spaces.ts';
import { HIDDEN_ALPHA } from '../mark-styles.ts';
import type { PointMark } from '../mark.ts';
import { type HiddenTest, Occlusion } from '../occlusion.ts';
import { placeMarks } from '../placed-marks.ts';
import { isSameView, ScreenMarks } from '../screen-marks.ts';
import { type MarkCamera, isOnScreen, screenX, screenY, toClip } from '../screen-projection.ts';
import { groupColors } from './group-colors.ts';
import { PinSprites } from './pin-sprites.ts';
import type { StagePin } from './pin.ts';

/** Pins nearer than this overlap, CSS pixels. */
const OVERLAP_PX = 24;
/** About the head of a pin, CSS pixels: half its width, and how far it rises over the place. */
const HEAD_HALF_PX = 12;
const HEAD_RISE_PX = 30;

interface View {
  readonly camera: MarkCamera;
  readonly frame: EnuFrame;
  readonly section: EnuSection | null;
}

interface Placed {
  readonly frame: EnuFrame;
  readonly pointsEnu: Float64Array;
}

/** The groups of one view, and which of them the model hides. */
interface Shown {
  readonly view: View;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly groups: PinGroups;
  /** Groups from the farthest to the nearest. */
  readonly order: readonly number[];
  hidden: { readonly screen: ScreenMarks; readonly occlusion: Occlusion } | null;
}

export class PinsCanvas {
  readonly canvas: HTMLCanvasElement;
  private readonly context: CanvasRenderingContext2D;
  private readonly sprites: PinSprites;
  private pins: readonly StagePin[] = [];
  private hoveredIds: readonly string[] = [];
  private newest: View | null = null;
  private placed: Placed | null = null;
  private shown: Shown | null = null;
  private pixelRatio = 1;

  /** `parent` must be positioned; the canvas covers it, under its child `under` if there is one, and takes no events. */
  constructor(parent: HTMLElement, under: HTMLElement | null = null) {
    const page = parent.ownerDocument;
    this.canvas = page.createElement('canvas');
    this.canvas.setAttribute('aria-hidden', 'true');
    this.canvas.style.cssText =
      'position:absolute;inset:0;width:100%;height:100%;pointer-events:none;z-index:1;display:none';
    parent.insertBefore(this.canvas, under);
    this.context = this.canvas.getContext('2d')!;
    this.sprites = new PinSprites(() => page.createElement('canvas'));
  }

  /** Size in CSS pixels. Empties the canvas: draw afterwards. */
  resize(widthPx: number, heightPx: number, pixelRatio: number): void {
    this.canvas.width = Math.round(widthPx * pixelRatio);
    this.canvas.height = Math.round(heightPx * pixelRatio);
    this.pixelRatio = pixelRatio;
    this.sprites.setPixelRatio(pixelRatio);
  }

  /** The same list again costs nothing. */
  show(pins: readonly StagePin[], hoveredIds: readonly string[]): void {
    if (pins === this.pins && hoveredIds === this.hoveredIds) return;
    if (pins !== this.pins) this.placed = this.shown = null;
    this.pins = pins;
    this.hoveredIds = hoveredIds;
    this.paint();
  }

  draw(camera: MarkCamera, frame: EnuFrame, section: EnuSection | null): void {
    this.newest = { camera, frame, section };
    this.paint();
  }

  /** Ids of the pins drawn at a CSS pixel, the one that leads the group first; null for none. */
  pinsAt(x: number, y: number): string[] | null {
    const { shown } = this;
    if (!shown) return null;
    const { groups } = shown;
    const group = shown.order.findLast((at) => {
      const leader = groups.leaders[at]!;
      const rise = shown.y[leader]! - y;
      return Math.abs(shown.x[leader]! - x) <= HEAD_HALF_PX && rise >= 0 && rise <= HEAD_RISE_PX;
    });
    if (group === undefined) return null;
    return this.pins.filter((_, pin) => groups.groupOf[pin] === group).map(({ id }) => id);
  }

  /** For about `budgetMs`: which pins the model hides in a view that has settled. True when all are known. */
  refreshOcclusion(budgetMs: number, isHidden: HiddenTest): boolean {
    const { shown } = this;
    if (!shown || shown.order.length === 0) return true;
    shown.hidden ??= this.hiddenOf(shown);
    const { screen, occlusion } = shown.hidden;
    const { isDone, hasChanged } = occlusion.refresh(screen, budgetMs, isHidden);
    if (hasChanged) this.paint();
    return isDone;
  }

  /** The model has changed under the same camera. */
  clearOcclusion(): void {
    if (this.shown) this.shown.hidden = null;
  }

  destroy(): void {
    this.canvas.remove();
    this.pins = [];
    this.newest = this.placed = this.shown = null;
  }

  private paint(): void {
    const { newest, canvas, context } = this;
    if (!newest) return;
    canvas.style.display = this.pins.length > 0 ? '' : 'none';
    if (this.pins.length === 0) {
      this.shown = null;
      return;
    }
    if (!this.shown || !isSame(this.shown.view, newest)) this.shown = this.groupedFor(newest);
    const { groups, order, x, y, hidden } = this.shown;
    context.setTransform(this.pixelRatio, 0, 0, this.pixelRatio, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    const hovered = this.hoveredGroups(groups);
    const colors = groupColors(this.pins, groups);
    const stamp = (group: number) => {
      const leader = groups.leaders[group]!;
      const { glyph } = this.pins[leader]!;
      const isHidden = hidden?.occlusion.isHidden(group) ?? false;
      const look = {
        color: colors[group]!,
        glyph,
        count: groups.counts[group]!,
        isHovered: hovered.has(group),
        isHidden,
      };
      context.globalAlpha = isHidden ? HIDDEN_ALPHA : 1;
      this.sprites.stamp(context, look, x[leader]!, y[leader]!);
    };
    for (const group of order) if (!hovered.has(group)) stamp(group);
    for (const group of order) if (hovered.has(group)) stamp(group);
    context.globalAlpha = 1;
  }

  /** The groups that hold a pin which is pointed at. */
  private hoveredGroups({ groupOf }: PinGroups): ReadonlySet<number> {
    const groups = new Set<number>();
    if (this.hoveredIds.length === 0) return groups;
    const ids = new Set(this.hoveredIds);
    groupOf.forEach((group, pin) => {
      if (group >= 0 && ids.has(this.pins[pin]!.id)) groups.add(group);
    });
    return groups;
  }

  private groupedFor(view: View): Shown {
    const { camera, frame, section } = view;
    if (this.placed?.frame !== frame) this.placed = { frame, pointsEnu: enuOf(this.pins, frame) };
    const { pointsEnu: points } = this.placed;
    const count = this.pins.length;
    const clip = new Float64Array(3 * count);
    toClip(camera, points, clip);
    const [x, y] = [new Float64Array(count).fill(Number.NaN), new Float64Array(count)];
    for (let i = 0; i < count; i++) {
      if (!isOnScreen(clip, i, camera, HEAD_RISE_PX)) continue;
      if (section && !isShown(section, points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!)) continue;
      const w = clip[3 * i + 2]!;
      x[i] = screenX(clip[3 * i]!, w, camera);
      y[i] = screenY(clip[3 * i + 1]!, w, camera);
    }
    const groups = groupPins(x, y, OVERLAP_PX);
    const depthOf = (group: number) => clip[3 * groups.leaders[group]! + 2]!;
    const order = groups.leaders.map((_, group) => group).sort((a, b) => depthOf(b) - depthOf(a));
    return { view, x, y, groups, order, hidden: null };
  }

  /** The leaders as points, for the tests of marks; part i is group i. */
  private hiddenOf({ view: { camera, frame, section }, groups }: Shown) {
    const marks = groups.leaders.map((leader): PointMark => {
      const { id, pointEcef } = this.pins[leader]!;
      return { kind: 'point', id, variant: 'point', pointEcef };
    });
    const placed = placeMarks(marks, frame);
    const screen = new ScreenMarks(placed);
    screen.update(camera, section);
    return { screen, occlusion: new Occlusion(placed) };
  }
}

const isSame = (a: View, b: View): boolean =>
  a.frame === b.frame && a.section === b.section && isSameView(a.camera, b.camera);

function enuOf(pins: readonly StagePin[], frame: EnuFrame): Float64Array {
  const points = new Float64Array(3 * pins.length);
  pins.forEach(({ pointEcef }, i) => points.set(transformPoint(frame.enuFromEcef, pointEcef), 3 * i));
  return points;
}
