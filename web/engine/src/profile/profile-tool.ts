/**
 * The line of a profile on the model: first two places are picked, then its ends and the sides of its band can be dragged.
 * All changes are reported to the owner, which shows them again with {@link ProfileTool.show}.
 */
import { PROFILE } from '@overlook/shared/config';
import { lengthText } from '@overlook/shared/format';
import { type Vec3, transformDirection, transformPoint } from '@overlook/shared/maths';
import { Emitter } from '../emitter.ts';
import type { Mark } from '../overlays/mark.ts';
import type { MarkDrag, MarkedPoint, RayEcef, StageTool, ToolHit } from '../tools/tool.ts';
import { type ProfileFrame, profileFrame, type ProfileLine, profilePointEcef } from './profile-frame.ts';

interface ProfileToolEvents {
  /** The first place was picked, or taken back. */
  onFirst(aEcef: Vec3 | null): void;
  /** Both places were picked, or one was dragged. */
  onLine(line: ProfileLine): void;
  /** A side of the band was dragged, metres. */
  onThickness(thicknessMetres: number): void;
  /** Escape, with nothing picked. */
  onCancel(): void;
}

interface Shown {
  readonly line: ProfileLine | null;
  readonly thicknessMetres: number;
}

const NONE = [] as const;
const ENDS = { 'profile:a': 'aEcef', 'profile:b': 'bEcef' } as const;
const SIDES = ['profile:left', 'profile:right'];

export class ProfileTool implements StageTool {
  readonly id = 'profile';
  readonly cursor = 'crosshair';
  private shown: Shown = { line: null, thicknessMetres: PROFILE.thicknessDefaultM };
  /** What a drag shows until it ends. */
  private dragged: (Shown & { readonly markId: string }) | null = null;
  private firstEcef: Vec3 | null = null;
  private hoveredEcef: Vec3 | null = null;
  private pointedEcef: Vec3 | null = null;
  private drawn: readonly Mark[] = NONE;
  private readonly emitter = new Emitter<{ change: null }>();

  constructor(private readonly events: ProfileToolEvents) {}

  /** Sets the shown line and band; with null a new line is picked. */
  show(shown: Shown): void {
    this.shown = shown;
    if (shown.line) this.firstEcef = null;
    this.refresh();
  }

  /** Marks a place of the section on the model with a ring, ECEF metres; null for none. */
  point(pointEcef: Vec3 | null): void {
    if (!pointEcef && !this.pointedEcef) return;
    this.pointedEcef = pointEcef;
    this.refresh();
  }

  tap(hit: ToolHit | null, _: string | null, marked: MarkedPoint | null): void {
    const place = marked?.pointEcef ?? hit?.pointEcef;
    if (!place || this.shown.line) return;
    if (!this.firstEcef) this.setFirst(place);
    else if (isLongEnough(this.firstEcef, place)) this.events.onLine({ aEcef: this.firstEcef, bEcef: place });
  }

  hover(hit: ToolHit | null): void {
    this.hoveredEcef = hit?.pointEcef ?? null;
    if (this.firstEcef) this.refresh();
  }

  cancel(): boolean {
    if (this.firstEcef) this.setFirst(null);
    else this.events.onCancel();
    return true;
  }

  grab(markId: string): boolean {
    const canBeHeld = markId in ENDS || SIDES.includes(markId);
    if (!canBeHeld || !this.shown.line) return false;
    this.dragged = { ...this.shown, markId };
    return true;
  }

  drag({ hit, ray }: MarkDrag): void {
    const { dragged } = this;
    if (!dragged?.line) return;
    if (dragged.markId in ENDS) {
      if (!hit) return;
      const line = { ...dragged.line, [ENDS[dragged.markId as keyof typeof ENDS]]: hit.pointEcef };
      if (!isLongEnough(line.aEcef, line.bEcef)) return;
      this.dragged = { ...dragged, line };
    } else {
      const thicknessMetres = thicknessAt(profileFrame(dragged.line), ray);
      if (thicknessMetres === null) return;
      this.dragged = { ...dragged, thicknessMetres };
    }
    this.refresh();
  }

  release(): void {
    const { dragged, shown } = this;
    this.dragged = null;
    if (dragged?.line && dragged.line !== shown.line) this.events.onLine(dragged.line);
    if (dragged && dragged.thicknessMetres !== shown.thicknessMetres) this.events.onThickness(dragged.thicknessMetres);
    this.refresh();
  }

  cancelGrab(): void {
    this.dragged = null;
    this.refresh();
  }

  marks(): readonly Mark[] {
    return this.drawn;
  }

  markedPoint(): MarkedPoint | null {
    return null;
  }

  key(): boolean {
    return false;
  }

  unrefined(): typeof NONE {
    return NONE;
  }

  refine(): boolean {
    return false;
  }

  subscribe(listener: () => void): () => void {
    return this.emitter.on('change', listener);
  }

  private setFirst(aEcef: Vec3 | null): void {
    this.firstEcef = aEcef;
    this.events.onFirst(aEcef);
    this.refresh();
  }

  private refresh(): void {
    const { line, thicknessMetres } = this.dragged ?? this.shown;
    const marks = line ? bandMarks(line, thicknessMetres) : this.pickMarks();
    const ring: Mark[] = this.pointedEcef
      ? [{ kind: 'point', id: 'profile:ring', variant: 'cursor', pointEcef: this.pointedEcef, isUncut: true }]
      : [];
    this.drawn = [...marks, ...ring];
    this.emitter.emit('change', null);
  }

  private pickMarks(): Mark[] {
    const { firstEcef, hoveredEcef } = this;
    if (!firstEcef) return [];
    const live: Mark[] = hoveredEcef
      ? [{ kind: 'line', id: 'profile:live', pointsEcef: [firstEcef, hoveredEcef], isDashed: true }]
      : [];
    return [...live, ...endMarks('a', firstEcef)];
  }
}

/** Two ends that are far enough from each other on the map. */
function isLongEnough(aEcef: Vec3, bEcef: Vec3): boolean {
  try {
    return profileFrame({ aEcef, bEcef }).lengthMetres >= PROFILE.lengthLeastM;
  } catch {
    return false;
  }
}

const endMarks = (end: 'a' | 'b', pointEcef: Vec3): Mark[] => [
  { kind: 'point', id: `profile:${end}`, variant: 'active', pointEcef, canGrab: true },
  { kind: 'label', id: `profile:name-${end}`, pointEcef, text: end.toUpperCase(), priority: 3 },
];

function bandMarks(line: ProfileLine, thicknessMetres: number): Mark[] {
  const frame = profileFrame(line);
  const { lengthMetres, riseMetres } = frame;
  const half = thicknessMetres / 2;
  const at = (along: number, across: number) =>
    profilePointEcef(frame, [along, across, (along / lengthMetres) * riseMetres]);
  const outline = [at(0, half), at(lengthMetres, half), at(lengthMetres, -half), at(0, -half)];
  const label = lengthText(thicknessMetres);
  const sides = [half, -half].map((across, i): Mark => {
    const pointEcef = at(lengthMetres / 2, across);
    return { kind: 'point', id: SIDES[i]!, variant: 'handle', pointEcef, canGrab: true, label };
  });
  return [
    { kind: 'line', id: 'profile:band', pointsEcef: outline, isClosed: true, isDashed: true },
    { kind: 'line', id: 'profile:line', pointsEcef: [line.aEcef, line.bEcef] },
    ...sides,
    ...endMarks('a', line.aEcef),
    ...endMarks('b', line.bEcef),
  ];
}

/** Where a ray meets the level of the middle of the line, as a thickness in whole steps; null for a ray that does not. */
function thicknessAt(frame: ProfileFrame, ray: RayEcef): number | null {
  const level = frame.riseMetres / 2;
  const origin = transformPoint(frame.profileFromEcef, ray.origin);
  const direction = transformDirection(frame.profileFromEcef, ray.direction);
  const distance = (level - origin[2]) / direction[2];
  if (!(distance > 0) || !Number.isFinite(distance)) return null;
  const across = Math.abs(origin[1] + distance * direction[1]);
  return heldThickness(2 * across);
}

/** The nearest thickness that a profile takes: whole steps, from the least to the most, metres. */
export function heldThickness(thicknessMetres: number): number {
  const { thicknessStepM: step, thicknessLeastM: least, thicknessMostM: most } = PROFILE;
  const held = Math.min(most, Math.max(least, Math.round(thicknessMetres / step) * step));
  return Number(held.toFixed(2));
}
