/** The section box in a person's hands: its marks for one camera, and the drags that change it. */
import type { Mark } from '../overlays/mark.ts';
import type { MarkDrag, OverlaySource, RayEcef } from '../tools/tool.ts';
import { type BoxDrag, beginBoxDrag } from './box-drag.ts';
import { type BoxMode, type HandleCamera, boxMarks, handleOf } from './box-handles.ts';
import type { SectionBox } from '../geometry/section-volume.ts';

const NONE: readonly Mark[] = [];

/**
 * Holds the box of the last call and proposes another one with each movement of a drag; its listener decides whether to
 * use it. Escape proposes the box from before the drag.
 */
export class SectionHandles implements OverlaySource {
  private shown: { box: SectionBox; mode: BoxMode } | null = null;
  private camera: HandleCamera | null = null;
  private drawn: readonly Mark[] = NONE;
  private held: { from: SectionBox; move: BoxDrag } | null = null;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly propose: (box: SectionBox) => void) {}

  /** Null takes the handles away. */
  show(box: SectionBox | null, mode: BoxMode): void {
    this.shown = box && { box, mode };
    this.tell();
  }

  /** Handles keep their size on the screen and edges behind the box are dashed, so marks follow the camera. */
  seenFrom(camera: HandleCamera): void {
    this.camera = camera;
    if (this.shown) this.tell();
  }

  marks(): readonly Mark[] {
    return this.drawn;
  }

  grab(markId: string, ray: RayEcef): boolean {
    const handle = handleOf(markId);
    if (!handle || !this.shown) return false;
    const { box } = this.shown;
    this.held = { from: box, move: beginBoxDrag(box, handle, ray) };
    return true;
  }

  drag({ ray, isConstrained }: MarkDrag): void {
    if (this.held) this.propose(this.held.move(ray, { isConstrained }));
  }

  release(): void {
    this.held = null;
  }

  cancelGrab(): void {
    const { held } = this;
    this.held = null;
    if (held) this.propose(held.from);
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private tell(): void {
    const { shown, camera } = this;
    this.drawn = shown && camera ? uncut(boxMarks(shown.box, { mode: shown.mode, camera })) : NONE;
    for (const listener of this.listeners) listener();
  }
}

const uncut = (marks: readonly Mark[]): Mark[] => marks.map((mark) => ({ ...mark, isUncut: true }));
