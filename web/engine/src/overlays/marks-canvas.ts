/**
 * Marks over a stage: a 2D canvas that follows the camera of the WebGL canvas below. Marks may change far more often
 * than the model is drawn (a line that follows the pointer), so a change is painted immediately with the newest camera.
 */
import type { EnuFrame } from '@overlook/shared/maths';
import type { EnuSection } from '../geometry/half-spaces.ts';
import { crosses, type Divider } from '../view/swipe.ts';
import { DiscSprites } from './disc-sprites.ts';
import type { LabelBox } from './label-layout.ts';
import type { Mark } from './mark.ts';
import { LABEL_FONT } from './mark-styles.ts';
import { type HitTestOptions, hitTest } from './hit-test.ts';
import { type HiddenTest, Occlusion } from './occlusion.ts';
import { type DiscScene, paintDiscs, styleOfPoint } from './paint-discs.ts';
import { type LinePlan, paintFills, paintLines, planLines } from './paint-lines.ts';
import { paintLabels } from './paint-labels.ts';
import { type ClearArea, type MarkLabel, layoutMarkLabels } from './mark-labels.ts';
import { placeMarks } from './placed-marks.ts';
import { ScreenMarks, isSameView } from './screen-marks.ts';
import type { MarkCamera } from './screen-projection.ts';
import { TabularText } from './tabular-text.ts';

/** The parts of a frame that affect the look of marks. */
export interface ShownMarks {
  /** Marks outside are not drawn, and lines end where it cuts them. */
  readonly section: EnuSection | null;
  /** Labels that it crosses are drawn faintly. */
  readonly divider: Divider | null;
}

const ALL_MARKS: ShownMarks = { section: null, divider: null };

/** A list of marks in the frame of a site, and its derived data. */
interface Scene {
  readonly frame: EnuFrame;
  readonly screen: ScreenMarks;
  readonly occlusion: Occlusion;
  readonly lines: LinePlan;
}

export class MarksCanvas {
  private readonly element: HTMLCanvasElement;
  private readonly context: CanvasRenderingContext2D;
  private readonly sprites: DiscSprites;
  private readonly text: TabularText;
  private readonly listening = new AbortController();
  private readonly coarsePointer: MediaQueryList | null;
  private marks: readonly Mark[] = [];
  private isSecondary = false;
  private hoveredId: string | null = null;
  private newest: { camera: MarkCamera; frame: EnuFrame; shown: ShownMarks } | null = null;
  private scene: Scene | null = null;
  private labels: readonly MarkLabel[] = [];
  private keptClear: ClearArea | null = null;
  private pixelRatio = 1;
  private font: string | null = null;

  /** `parent` must be positioned; the canvas covers it and takes no events. */
  constructor(parent: HTMLElement) {
    const page = parent.ownerDocument;
    this.element = page.createElement('canvas');
    this.element.setAttribute('aria-hidden', 'true');
    this.element.style.cssText =
      'position:absolute;inset:0;width:100%;height:100%;pointer-events:none;z-index:1;display:none';
    parent.append(this.element);
    this.context = this.element.getContext('2d')!;
    this.sprites = new DiscSprites(() => page.createElement('canvas'));
    this.text = new TabularText((text) => this.context.measureText(text).width);
    this.coarsePointer = page.defaultView?.matchMedia('(pointer: coarse)') ?? null;
    const { signal } = this.listening;
    // Until the page's font has loaded, another one is measured.
    page.fonts.addEventListener('loadingdone', () => this.forgetFont(), { signal });
    this.coarsePointer?.addEventListener('change', () => this.repaint(), { signal });
  }

  /** For the screenshot. Empty and hidden while there are no marks. */
  get canvas(): HTMLCanvasElement {
    return this.element;
  }

  /** Size in CSS pixels. Empties the canvas: draw afterwards. */
  resize(widthPx: number, heightPx: number, pixelRatio: number): void {
    this.element.width = Math.round(widthPx * pixelRatio);
    this.element.height = Math.round(heightPx * pixelRatio);
    this.pixelRatio = pixelRatio;
    this.sprites.setPixelRatio(pixelRatio);
  }

  /** Secondary screens show thin lines and no values. The same list again costs nothing. */
  setMarks(marks: readonly Mark[], { isSecondary = false }: { isSecondary?: boolean } = {}): void {
    if (marks === this.marks && isSecondary === this.isSecondary) return;
    this.marks = marks;
    this.isSecondary = isSecondary;
    this.repaint();
  }

  /** Keeps values away from a part of the screen; null removes that. */
  keepClear(spot: ClearArea | null): void {
    if (spot === this.keptClear) return;
    this.keptClear = spot;
    this.repaint();
  }

  /** The mark under the pointer, or in the hand. */
  setHovered(id: string | null): void {
    if (id === this.hoveredId) return;
    this.hoveredId = id;
    this.repaint();
  }

  draw(camera: MarkCamera, frame: EnuFrame, shown: ShownMarks = ALL_MARKS): void {
    this.newest = { camera, frame, shown };
    this.repaint();
  }

  /** The mark under a CSS pixel, as it was drawn last. */
  markAt(x: number, y: number, options: Omit<HitTestOptions, 'isHidden'> = {}): string | null {
    if (!this.scene) return null;
    const { screen, occlusion } = this.scene;
    const isHidden = (part: number) => occlusion.isHidden(part);
    const index = hitTest(screen, this.labels, [x, y], { ...options, isHidden });
    return index === null ? null : screen.placed.marks[index]!.id;
  }

  /**
   * Tests for about `budgetMs` which marks the model hides, and shows it. True when all of them are known for this view;
   * otherwise the next call continues. For views that have settled: a new camera clears all results.
   */
  refreshOcclusion(budgetMs: number, isHidden: HiddenTest): boolean {
    if (!this.scene) return true;
    const { isDone, hasChanged } = this.scene.occlusion.refresh(this.scene.screen, budgetMs, isHidden);
    if (hasChanged) this.repaint();
    return isDone;
  }

  /** The model has changed under the same camera: another layer, a section. */
  clearOcclusion(): void {
    this.scene?.occlusion.clear();
    this.repaint();
  }

  destroy(): void {
    this.listening.abort();
    this.element.remove();
    this.newest = null;
    this.scene = null;
    this.marks = [];
    this.labels = [];
  }

  private repaint(): void {
    if (!this.newest) return;
    if (this.marks.length === 0) return this.showNothing();
    const { camera, frame, shown } = this.newest;
    const { section } = shown;
    this.scene = this.sceneOf(frame);
    const { screen, occlusion } = this.scene;
    const { view } = screen;
    if (!view || !isSameView(view, camera) || screen.section !== section) {
      if (view) occlusion.clear();
      screen.update(camera, section);
    }
    this.paint(this.scene, shown);
  }

  private sceneOf(frame: EnuFrame): Scene {
    const before = this.scene;
    if (before?.frame === frame && before.screen.placed.marks === this.marks) return before;
    const placed = placeMarks(this.marks, frame);
    const screen = new ScreenMarks(placed);
    const occlusion = new Occlusion(placed);
    const view = before?.screen.view;
    if (before?.frame === frame && view) {
      screen.update(view, before.screen.section);
      occlusion.carryFrom(before.occlusion);
    }
    return { frame, screen, occlusion, lines: planLines(screen) };
  }

  private paint({ screen, occlusion, lines }: Scene, { divider }: ShownMarks): void {
    const { context, element, isSecondary } = this;
    const hovered = this.hoveredId === null ? null : (screen.placed.indexOfId.get(this.hoveredId) ?? null);
    const discs: DiscScene = {
      screen,
      occlusion,
      hovered,
      isSecondary,
      isCoarse: this.coarsePointer?.matches ?? false,
    };
    element.style.display = '';
    context.setTransform(this.pixelRatio, 0, 0, this.pixelRatio, 0, 0);
    context.clearRect(0, 0, element.width, element.height);
    paintFills(context, screen, lines);
    paintLines(context, screen, lines, occlusion, isSecondary);
    paintDiscs(context, discs, this.sprites);
    context.font = this.font ??= `${LABEL_FONT} ${getComputedStyle(element).fontFamily}`;
    this.labels = isSecondary
      ? []
      : layoutMarkLabels({
          screen,
          hovered,
          keptClear: this.keptClear,
          widthPx: (text) => this.text.widthPx(text),
          radiusPx: (mark) => styleOfPoint(discs, mark).radiusPx,
        });
    const isCrossed = (box: LabelBox) => divider !== null && screen.view !== null && crosses(divider, box, screen.view);
    paintLabels(context, this.labels, { screen, occlusion, isCrossed }, this.text);
  }

  private showNothing(): void {
    if (this.element.style.display === 'none') return;
    this.context.setTransform(1, 0, 0, 1, 0, 0);
    this.context.clearRect(0, 0, this.element.width, this.element.height);
    this.element.style.display = 'none';
    this.scene = null;
    this.labels = [];
  }

  private forgetFont(): void {
    this.font = null;
    this.text.clear();
    this.repaint();
  }
}
