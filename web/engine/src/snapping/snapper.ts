/**
 * Snapping on one stage: what the pointer has caught, its mark, and the keys. Tab takes the next candidate while the mouse is over
 * one, Alt frees the pick as long as it is held.
 */
import type { SnapKind } from '@overlook/shared/config';
import { type EnuFrame, transformDirection, transformPoint } from '@overlook/shared/maths';
import type { CaptureKey } from '../tools/capture-key.ts';
import type { ToolHit } from '../tools/tool.ts';
import type { CameraFrame } from '../view/camera-frame.ts';
import type { ScreenXy } from '../view/screen-ray.ts';
import { rayAt } from '../view/view-rays.ts';
import type { SnapCandidate } from './candidates.ts';
import { caughtSnap } from './choose-snap.ts';
import type { DrawnSide } from './near-triangles.ts';
import { ScreenAround } from './screen-around.ts';
import { SnapFinder } from './snap-finder.ts';
import { SnapMarker } from './snap-marker.ts';

export interface SnapReport {
  readonly kind: SnapKind | 'surface';
  /** What a click may snap to there, the surface included. */
  readonly count: number;
}

/** What snapping needs of a stage at a place of its screen, in CSS pixels. */
export interface SnapView {
  readonly camera: CameraFrame;
  readonly place: ScreenXy;
  readonly frame: EnuFrame;
  readonly side: DrawnSide;
  /** The capture that is visible there. */
  readonly capture: CaptureKey;
}

export interface SnapperOptions {
  readonly container: HTMLElement;
  onReport(report: SnapReport | null): void;
  /** A key has changed what a click at the pointer would hit. */
  onHit(hit: ToolHit | null): void;
}

type Marker = Pick<SnapMarker, 'show' | 'hide' | 'destroy'>;

interface Hover {
  readonly view: SnapView;
  readonly hit: ToolHit | null;
}

/** The key of the plain hit as a choice; it stays chosen until the pointer has moved so far, CSS pixels. */
const SURFACE = 'surface';
const SURFACE_STAYS_PX = 12;

export class Snapper {
  readonly finder = new SnapFinder();
  private readonly listening = new AbortController();
  private kinds: readonly SnapKind[] = [];
  private hovered: Hover | null = null;
  private offered: readonly SnapCandidate[] = [];
  private heldKey: string | null = null;
  /** Chosen by Tab, at a place of the screen. */
  private chosen: { readonly key: string; readonly place: ScreenXy } | null = null;
  private isFree = false;
  private isTouch = false;
  /** The mouse has moved since the last key. */
  private isPointing = false;
  private reported = '';

  constructor(
    private readonly options: SnapperOptions,
    private readonly marker: Marker = new SnapMarker(options.container),
  ) {
    const page = options.container.ownerDocument;
    const listen = { capture: true, signal: this.listening.signal };
    page.addEventListener('keydown', (event) => this.keyDown(event), listen);
    page.addEventListener('keyup', (event) => event.key === 'Alt' && this.setFree(false), listen);
    page.addEventListener('pointermove', (event) => this.moved(event), listen);
    page.addEventListener('pointerdown', (event) => this.pressed(event), listen);
    // Alt may be released in another window.
    page.addEventListener('visibilitychange', () => this.setFree(false), listen);
  }

  /** What is caught from now on; none while no tool snaps. */
  setKinds(kinds: readonly SnapKind[]): void {
    if (kinds === this.kinds) return;
    this.kinds = kinds;
    if (kinds.length === 0) this.leave();
    else this.again();
  }

  /** The mouse is over a place, whose plain hit is `hit`. Returns what a click would hit. */
  hover(view: SnapView, hit: ToolHit | null): ToolHit | null {
    this.hovered = { view, hit };
    this.find(view, hit);
    const caught = this.caught();
    this.marker.show(caught, hit && transformPoint(view.frame.enuFromEcef, hit.pointEcef), view);
    this.report(caught?.kind ?? (hit && SURFACE), this.offered.length + (hit ? 1 : 0));
    return caught ? hitOf(caught, view, hit) : hit;
  }

  /** A click or tap there: the same, found again. After a tap nothing is hovered. */
  click(view: SnapView, hit: ToolHit | null): ToolHit | null {
    const found = this.hover(view, hit);
    if (this.isTouch) {
      this.hovered = null;
      this.marker.hide();
    }
    return found;
  }

  /** The mouse is over nothing. */
  leave(): void {
    this.hovered = this.heldKey = this.chosen = null;
    this.offered = [];
    this.marker.hide();
    this.report(null, 0);
  }

  destroy(): void {
    this.listening.abort();
    this.marker.destroy();
  }

  private find({ camera, place, side, frame }: SnapView, hit: ToolHit | null): void {
    const { kinds, isTouch, chosen } = this;
    const around = new ScreenAround(camera, place);
    if (chosen?.key === SURFACE && movedPx(chosen.place, place) > SURFACE_STAYS_PX) this.chosen = null;
    const hitM = hit ? around.along(transformPoint(frame.enuFromEcef, hit.pointEcef)) : Infinity;
    const heldKey = this.chosen?.key ?? this.heldKey;
    this.offered = this.isFree ? [] : this.finder.find({ side, around, hitM, kinds, heldKey, isTouch });
    const isStill = this.chosen?.key === SURFACE || this.offered.some(({ key }) => key === this.chosen?.key);
    if (!isStill) this.chosen = null;
    this.heldKey = this.chosen?.key ?? caughtSnap(this.offered, this.heldKey)?.key ?? null;
  }

  private caught(): SnapCandidate | null {
    return this.offered.find(({ key }) => key === this.heldKey) ?? null;
  }

  /** The next candidate, and after the last the surface. */
  private next({ view, hit }: Hover): void {
    const keys = [...this.offered.map(({ key }) => key), ...(hit ? [SURFACE] : [])];
    const key = keys[(keys.indexOf(this.heldKey ?? SURFACE) + 1) % keys.length]!;
    this.chosen = { key, place: view.place };
    this.again();
  }

  /** The same hover once more, after a change that was no movement. */
  private again(): void {
    const { hovered } = this;
    if (hovered) this.options.onHit(this.hover(hovered.view, hovered.hit));
  }

  private keyDown(event: KeyboardEvent): void {
    const { hovered } = this;
    const { key } = event;
    if (!hovered || isTyping(event) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const count = this.offered.length + (hovered.hit ? 1 : 0);
    if (key === 'Alt') this.setFree(true);
    else if (key === 'Tab' && this.isPointing && this.offered.length > 0 && count > 1) this.next(hovered);
    else {
      // From now on the page is used by keys, and Tab moves the focus.
      this.isPointing = key === 'Tab' && this.isPointing;
      return;
    }
    // Alt would open the menu of the browser, and Tab take the focus away.
    event.preventDefault();
    event.stopPropagation();
  }

  private moved({ altKey }: PointerEvent): void {
    this.isPointing = true;
    this.setFree(altKey);
  }

  private pressed(event: PointerEvent): void {
    this.isTouch = event.pointerType === 'touch';
    this.setFree(event.altKey);
  }

  private setFree(isFree: boolean): void {
    if (isFree === this.isFree) return;
    this.isFree = isFree;
    this.again();
  }

  private report(kind: SnapReport['kind'] | null, count: number): void {
    const said = kind ? `${kind} ${count}` : '';
    if (said === this.reported) return;
    this.reported = said;
    this.options.onReport(kind && { kind, count });
  }
}

/** Where keys are for text or for a dialog, also in the shadow tree of an element. */
const FIELDS = 'input:not([type=radio]), textarea, select, [contenteditable], [role=dialog], [role=menu]';

function isTyping(event: KeyboardEvent): boolean {
  const [from] = event.composedPath();
  const target = from && 'closest' in from ? from : event.target;
  return Boolean((target as Element | null)?.closest?.(FIELDS));
}

const movedPx = (a: ScreenXy, b: ScreenXy): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** A candidate as the hit of a tool; `hit` is the plain one at the pointer. */
function hitOf(
  { kind, pointEnu, featureId, errorMetres }: SnapCandidate,
  { camera, place, frame, capture }: SnapView,
  hit: ToolHit | null,
): ToolHit {
  const { ecefFromEnu } = frame;
  const { originEnu, directionEnu } = rayAt(camera, ...place);
  const ray = hit?.ray ?? {
    origin: transformPoint(ecefFromEnu, originEnu),
    direction: transformDirection(ecefFromEnu, directionEnu),
  };
  return { ...capture, pointEcef: transformPoint(ecefFromEnu, pointEnu), featureId, errorMetres, ray, snap: kind };
}
