/** The interfaces between a tool on the model and a stage. All stages share the tools, and a tool knows no stage. */
import type { SnapKind } from '@overlook/shared/config';
import type { Vec3 } from '@overlook/shared/maths';
import type { Mark } from '../overlays/mark.ts';
import type { CaptureKey } from './capture-key.ts';

/** The part of a DOM KeyboardEvent that counts. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** ECEF metres; `direction` is a unit vector. */
export interface RayEcef {
  readonly origin: Vec3;
  readonly direction: Vec3;
}

/** A place on the model or on an added layer in front of it, and how well it is known. */
export interface ToolHit extends CaptureKey {
  readonly pointEcef: Vec3;
  /** Model type of the layer that was hit, or that is seen behind the added one (shared/config/model-types.ts). */
  readonly modeltypeId: number;
  readonly featureId: number | null;
  /** The geometric error of a mesh tile; of a point cloud half of the 95 % interval of its surface, or its spacing where that has none. */
  readonly errorMetres: number;
  /** The ray it was found along, for finding it again when finer tiles have come. */
  readonly ray: RayEcef;
  /** It lies on an added layer: no tile shows it better. */
  readonly isAdded?: boolean;
  /** What it was snapped to; absent for what the ray itself has hit. */
  readonly snap?: SnapKind;
}

/** A point that a tool has put on the model: what another figure needs to begin or go on at exactly the same place. */
export interface MarkedPoint extends CaptureKey {
  readonly pointEcef: Vec3;
  readonly featureId: number | null;
  readonly errorMetres: number;
  /** Null for a point out of a link, which cannot be found again. */
  readonly ray: RayEcef | null;
  /** What it was snapped to; absent for a point of the surface. */
  readonly snap?: SnapKind;
  /** False until a settled view was asked about it. */
  readonly isSettled: boolean;
}

/** A place on the model whose finest content is requested, even where the view itself needs less. */
export interface Unrefined extends CaptureKey {
  readonly ray: RayEcef | null;
  readonly pointEcef: Vec3;
  readonly errorMetres: number;
  /** What it was snapped to: it is found again by that, not along its ray. */
  readonly snap?: SnapKind;
}

/** A view that has settled: the same object for as long as its camera and its tiles stay as they are. */
export interface SettledView {
  /**
   * Returns the hit of a ray near a place on its capture; null when there is none or another one is shown; undefined while the
   * data for it have not been read from the GPU.
   */
  repick(ray: RayEcef, place: Unrefined): ToolHit | null | undefined;
}

/** How a mark is dragged: what the pointer is over, the ray through it, and whether Shift is held. */
export interface MarkDrag {
  readonly hit: ToolHit | null;
  readonly ray: RayEcef;
  readonly isConstrained: boolean;
}

/**
 * An object that has marks on every stage. Every call that changes it tells its listeners once. A drag that was begun
 * by `grab` ends with `release`, or with `cancelGrab`, which puts back what was there before.
 */
export interface OverlaySource {
  marks(): readonly Mark[];
  /** A click or tap on one of its marks; `ray` goes through the pointer. False when the mark cannot be dragged. */
  grab(markId: string, ray: RayEcef): boolean;
  drag(drag: MarkDrag): void;
  release(): void;
  cancelGrab(): void;
  /** Returns what ends the subscription. */
  subscribe(listener: () => void): () => void;
}

/** A tool: clicks, movements and keys over the model go to the active one. */
export interface StageTool extends OverlaySource {
  readonly id: string;
  /** CSS cursor over the model. */
  readonly cursor: string;
  /** Pins and photos are clicked and hovered although it is active: it takes the clicks beside them. */
  readonly isUnderPins?: boolean;
  /** It asks for places of the layer over the chosen one (`StageState.overlay`). */
  readonly picksOverlay?: boolean;
  /** Its clicks are for the surface itself, so they do not snap. */
  readonly takesSurface?: boolean;
  /**
   * A click or tap: what it hit (null for nothing), the mark of this tool under it (null for none), and the point that
   * the mark under it shows, of any tool (null for none).
   */
  tap(hit: ToolHit | null, markId: string | null, marked: MarkedPoint | null): void;
  /** The point that one of its marks shows; null for any other mark. */
  markedPoint(markId: string): MarkedPoint | null;
  /** The pointer rests over this now; null when it leaves the model. */
  hover(hit: ToolHit | null): void;
  /** One step back: a drag, then what is unfinished. False when there is neither. Nothing finished is lost. */
  cancel(): boolean;
  /** A key press by event.code with its modifiers; true when the tool used it up. Escape calls {@link cancel} instead. */
  key(press: KeyPress): boolean;
  /** Points that finer tiles may show better; the same objects for as long as they stay as they are. */
  unrefined(): readonly Unrefined[];
  /** Improves points that the tiles of the view show better. True when it asked about some: call again for the others. */
  refine(view: SettledView): boolean;
}
