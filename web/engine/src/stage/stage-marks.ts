/**
 * Marks and tools of one stage: collects the marks of all owners, draws them over the model, and passes clicks, pointer movements,
 * drags and keys to the owners. The owners are shared by all stages; each stage has its own object of this class.
 */
import { type EnuFrame, type Vec3, transformPoint } from '@overlook/shared/maths';
import type { ScreenXy } from '../view/screen-ray.ts';
import { OverlayPointer } from '../overlays/overlay-pointer.ts';
import type { Mark } from '../overlays/mark.ts';
import { MarksCanvas, type ShownMarks } from '../overlays/marks-canvas.ts';
import { SectionHandles } from '../section/section-handles.ts';
import type { SectionBox } from '../geometry/section-volume.ts';
import { FollowedPoints } from './followed-points.ts';
import { LatePins } from './late-pins.ts';
import { Late } from '../late.ts';
import type { SnapReport } from '../snapping/snapper.ts';
import type { StageSnaps } from './stage-snaps.ts';
import type { OverlaySource, SettledView, StageTool, ToolHit, Unrefined } from '../tools/tool.ts';
import type { CameraFrame } from '../view/camera-frame.ts';
import { startOf } from '../view/view-rays.ts';
import { STAGE_START, type StageState } from './stage-state.ts';
import type { ViewPicker } from './view-picker.ts';
import type { WaitingInput } from './waiting-input.ts';

/** Main-thread time in a frame for the test which marks are hidden. */
const OCCLUSION_BUDGET_MS = 4;
/** The same for pins. */
const PIN_OCCLUSION_BUDGET_MS = 2;

export interface StageMarksOptions {
  container: HTMLElement;
  picker: ViewPicker;
  input: WaitingInput;
  /** A drag of the section box's handles proposes this box. */
  onSectionBox(box: SectionBox): void;
  /** What a click would snap to has changed. */
  onSnap(report: SnapReport | null): void;
  /** Another frame is needed. */
  onChange(): void;
}

export class StageMarks {
  private readonly pins: LatePins;
  private readonly canvas: MarksCanvas;
  private readonly handles: SectionHandles;
  private readonly hands: OverlayPointer;
  /** Loaded with the first tool. */
  readonly snaps: Late<StageSnaps>;
  private readonly listening = new AbortController();
  private owners: readonly OverlaySource[] = [];
  private active: StageTool | null = null;
  private readonly subscriptions = new Map<OverlaySource, () => void>();
  private lists: (readonly Mark[])[] = [];
  private marks: readonly Mark[] = [];
  /** Points whose finest tiles are needed. */
  unrefined: readonly Unrefined[] = [];
  readonly followed = new FollowedPoints(() => this.gather());
  private readonly indicators = new Map<'pivot' | 'cursor', readonly Mark[]>();
  private isSecondary = false;
  private held: OverlaySource | null = null;
  /** Of held marks, so far. */
  private movements = 0;
  private view: SettledView | null = null;

  constructor(private readonly options: StageMarksOptions) {
    const { container } = options;
    this.canvas = new MarksCanvas(container);
    this.pins = new LatePins({ container, under: this.canvas.canvas, onChange: options.onChange });
    this.handles = new SectionHandles(options.onSectionBox);
    this.hands = new OverlayPointer(container, {
      markAt: ([x, y], isCoarse) => this.canvas.markAt(x, y, { isCoarse, isForGrab: true }),
      hover: (id) => this.canvas.setHovered(id),
      tap: (id, [x, y]) => this.tapMark(id, x, y),
      grab: (id, [x, y]) => this.grab(id, x, y),
      drag: (at, event) => this.drag(at, event.shiftKey),
      release: () => this.afterInput(() => this.letGo((owner) => owner.release())),
      cancel: () => this.afterInput(() => this.letGo((owner) => owner.cancelGrab())),
    });
    const { signal } = this.listening;
    container.addEventListener('keydown', (event) => this.key(event), { capture: true, signal });
    for (const type of ['pointerdown', 'keydown', 'click'])
      container.ownerDocument.addEventListener(type, (event) => this.letNothingOvertake(event), {
        capture: true,
        signal,
      });
    this.snaps = new Late({
      load: async () => {
        const { StageSnaps: Snaps } = await import('./stage-snaps.ts');
        return () => new Snaps({ container, onReport: options.onSnap, onHit: (hit) => this.active?.hover(hit) });
      },
      onSettled: options.onChange,
    });
    this.setTools(STAGE_START);
  }

  /** The canvases for a screenshot, from the lowest to the highest. */
  get elements(): HTMLCanvasElement[] {
    return this.pins.canvas ? [this.pins.canvas, this.canvas.canvas] : [this.canvas.canvas];
  }

  /** There are pins that cannot be drawn yet, or a tool snaps and cannot yet. */
  get isLoading(): boolean {
    return this.pins.isLoading || this.snaps.isLoading;
  }

  /** Whether an active tool receives clicks, even on pins. */
  get hasTool(): boolean {
    return this.active !== null && !this.active.isUnderPins;
  }

  get tool(): StageTool | null {
    return this.active;
  }

  /** Ids of the pins drawn at a CSS pixel; null for none. */
  pinsAt(x: number, y: number): string[] | null {
    return this.pins.pinsAt(x, y);
  }

  /** A mark is being dragged: the camera must not move. */
  get isHolding(): boolean {
    return this.held !== null;
  }

  /** Applies marks, tools and handles of the state; `changed` names the fields that have changed. */
  stateChanged(state: StageState, changed: ReadonlySet<keyof StageState>): void {
    const has = (...keys: (keyof StageState)[]) => keys.some((key) => changed.has(key));
    if (has('sectionBox', 'sectionHandles'))
      this.handles.show(state.sectionHandles && state.sectionBox, state.sectionHandles ?? 'resize');
    if (has('section', 'heights', 'sectionHandles', 'features', 'swipe')) this.modelChanged();
    if (has('pins', 'hoveredPinIds')) this.pins.show(state.pins, state.hoveredPinIds);
    if (has('activeTool', 'drawnTools', 'keptClear', 'isSecondary')) this.setTools(state);
    if (has('activeTool', 'snapsOff')) {
      if (this.active) this.snaps.want();
      this.snaps.tell('state', (snaps) => snaps.stateChanged(state));
    }
  }

  private setTools({ activeTool, drawnTools, keptClear, isSecondary }: StageState): void {
    this.canvas.keepClear(keptClear);
    const owners: readonly OverlaySource[] = [this.handles, ...drawnTools];
    this.active = activeTool;
    this.isSecondary = isSecondary;
    this.owners = owners;
    for (const [owner, end] of this.subscriptions) {
      if (owners.includes(owner)) continue;
      end();
      this.subscriptions.delete(owner);
    }
    for (const owner of owners) {
      if (!this.subscriptions.has(owner))
        this.subscriptions.set(
          owner,
          owner.subscribe(() => this.gather()),
        );
    }
    this.options.container.style.cursor = activeTool?.cursor ?? '';
    this.gather();
  }

  /** A mark of this stage only: the centre of an orbit, or the position of the mouse in another screen. */
  setIndicator(variant: 'pivot' | 'cursor', pointEcef: Vec3 | null): void {
    if (!pointEcef && !this.indicators.has(variant)) return;
    if (pointEcef) this.indicators.set(variant, [{ kind: 'point', id: variant, variant, pointEcef }]);
    else this.indicators.delete(variant);
    this.gather();
  }

  resize(width: number, height: number, pixelRatio: number): void {
    this.pins.resize(width, height, pixelRatio);
    this.canvas.resize(width, height, pixelRatio);
  }

  /** Call it for a frame after a change of camera or tiles. */
  draw(camera: CameraFrame, frame: EnuFrame, shown: ShownMarks): void {
    this.view = null;
    const positionEcef = transformPoint(frame.ecefFromEnu, startOf(camera));
    const { pixelsPerMetre, isOrtho = false } = camera;
    this.handles.seenFrom({ positionEcef, pixelsPerMetre, isOrtho });
    this.pins.draw(camera, frame, shown.section);
    this.canvas.draw(camera, frame, shown);
    this.snaps.value?.drawn(camera);
  }

  /** For a settled view. True if the next frame has to continue. */
  settle(): boolean {
    const { picker } = this.options;
    const snaps = this.snaps.value;
    this.view ??= {
      repick: (ray, place) => (snaps ? snaps.repick(picker, ray, place) : picker.repick(ray, place)),
    };
    let hasAsked = this.followed.refine(this.view);
    for (const owner of this.owners) if (isTool(owner) && owner.refine(this.view)) hasAsked = true;
    const isHidden = (pointEnu: Vec3) => picker.isHidden(pointEnu);
    if (hasAsked || !this.canvas.refreshOcclusion(OCCLUSION_BUDGET_MS, isHidden)) return true;
    return !this.pins.refreshOcclusion(PIN_OCCLUSION_BUDGET_MS, isHidden);
  }

  /** The model has changed; the camera has not. */
  modelChanged(): void {
    this.canvas.clearOcclusion();
    this.pins.clearOcclusion();
  }

  /** A click on the model. True when a tool has used it. */
  tap([x, y]: ScreenXy, hit: ToolHit | null): boolean {
    if (!this.active) return false;
    this.tapActive(hit, this.canvas.markAt(x, y));
    return true;
  }

  /** The mouse rests at a place whose hit is `hit`; null for none. False if the hit of the tool is not known yet: call it again. */
  hover(picker: ViewPicker, place: ScreenXy | null, hit: ToolHit | null): boolean {
    const snaps = this.snaps.value;
    this.active?.hover(snaps ? snaps.hover(picker, place, hit) : hit);
    return snaps?.isComplete !== false;
  }

  destroy(): void {
    if (this.listening.signal.aborted) return;
    this.listening.abort();
    this.options.input.clear();
    this.snaps.dispose()?.destroy();
    for (const end of this.subscriptions.values()) end();
    this.subscriptions.clear();
    this.hands.destroy();
    this.canvas.destroy();
    this.pins.destroy();
  }

  private gather(): void {
    const lists = [...this.owners.map((owner) => owner.marks()), ...this.indicators.values()];
    const isSame = lists.length === this.lists.length && lists.every((list, i) => list === this.lists[i]);
    this.lists = lists;
    if (!isSame) this.marks = lists.flat();
    const ofTools = this.owners.flatMap((owner) => (isTool(owner) ? owner.unrefined() : []));
    this.unrefined = [...ofTools, ...this.followed.unrefined];
    this.canvas.setMarks(this.marks, { isSecondary: this.isSecondary });
    this.options.onChange();
  }

  private tapMark(id: string, x: number, y: number): void {
    const { active } = this;
    this.options.input.at(x, y, (picker) => {
      if (active === this.active) this.tapActive(picker.hitAt(x, y), id);
    });
  }

  /** A click on a mark of another tool uses its exact point. */
  private tapActive(hit: ToolHit | null, markId: string | null): void {
    const { active } = this;
    const owner = markId === null ? undefined : this.owners.find((candidate) => owns(candidate, markId));
    const marked = markId !== null && owner && isTool(owner) ? owner.markedPoint(markId) : null;
    active?.tap(hit, owner === active ? markId : null, marked);
  }

  /** Only the newest movement counts. */
  private drag([x, y]: ScreenXy, isConstrained: boolean): void {
    const { held } = this;
    const movement = ++this.movements;
    this.options.input.add(
      (picker) => movement !== this.movements || picker.under(x, y) !== null,
      (picker) => {
        if (movement !== this.movements || !held) return;
        const hit = picker.hitAt(x, y);
        const snaps = held === this.active ? this.snaps.value : null;
        held.drag({
          hit: snaps ? snaps.drag(picker, [x, y], hit) : hit,
          ray: picker.rayAt(x, y),
          isConstrained,
        });
      },
    );
  }

  private afterInput(run: () => void): void {
    this.options.input.add(() => true, run);
  }

  private grab(id: string, x: number, y: number): boolean {
    const owner = this.owners.find((candidate) => owns(candidate, id));
    if (!owner?.grab(id, this.options.picker.rayAt(x, y))) return false;
    this.held = owner;
    return true;
  }

  private letGo(end: (owner: OverlaySource) => void): void {
    const { held } = this;
    this.held = null;
    this.snaps.value?.leave();
    if (held) end(held);
  }

  /** Keys and buttons of the page may end, undo or change what a click that waits is for. */
  private letNothingOvertake({ type, target }: Event): void {
    const { container, input } = this.options;
    if (this.active && (type === 'keydown' || target !== container)) input.finish();
  }

  private key(event: KeyboardEvent): void {
    if (event.target !== this.options.container || !this.active?.key(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }
}

const owns = (owner: OverlaySource, id: string): boolean => owner.marks().some((mark) => mark.id === id);

const isTool = (owner: OverlaySource): owner is StageTool => 'refine' in owner;
