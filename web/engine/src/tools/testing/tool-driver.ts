/** Drives a tool without a stage: clicks, hovers, drags and keys at places of a site given in ENU metres. */
import { type Vec3, add, enuFrame, scale, transformDirection, transformPoint } from '@overlook/shared/maths';
import type { LabelMark, LineMark, Mark, PointMark } from '../../overlays/mark.ts';
import type { RayEcef, StageTool, ToolHit } from '../tool.ts';

/** Ridgeway Gas Plant's origin. */
const SITE = enuFrame({ longitude: 138.4932, latitude: -35.0789, height: 30 });

export const ecef = (pointEnu: Vec3): Vec3 => transformPoint(SITE.ecefFromEnu, pointEnu);

/** From 50 m above, straight down. */
function rayTo(pointEnu: Vec3): RayEcef {
  const direction = transformDirection(SITE.ecefFromEnu, [0, 0, -1]);
  return { origin: add(ecef(pointEnu), scale(direction, -50)), direction };
}

export const hitAt = (pointEnu: Vec3, fields: Partial<ToolHit> = {}): ToolHit => ({
  pointEcef: ecef(pointEnu),
  modeltypeId: 3,
  featureId: null,
  errorMetres: 0.02,
  ray: rayTo(pointEnu),
  ...fields,
});

export interface ToolDriver {
  click(pointEnu: Vec3, fields?: Partial<ToolHit>): void;
  clickNothing(): void;
  /** A click on the drawn point of this index, counted over all figures. */
  clickPoint(index: number): void;
  hover(pointEnu: Vec3 | null): void;
  /** Grabs the point of this index and moves it over these places; null is a place beside the model. */
  drag(index: number, over: readonly (Vec3 | null)[], end?: 'release' | 'cancelGrab'): void;
  /** True when the tool used it. */
  press(code: string, modifiers?: { ctrlKey?: boolean; metaKey?: boolean; shiftKey?: boolean }): boolean;
  points(): PointMark[];
  lines(): LineMark[];
  labels(): string[];
  /** How often listeners were called since the last call of this function. */
  notifications(): number;
}

export function driveTool(tool: StageTool): ToolDriver {
  let count = 0;
  tool.subscribe(() => {
    count += 1;
  });
  const ofKind = <Kind extends Mark['kind']>(kind: Kind): Extract<Mark, { kind: Kind }>[] =>
    tool.marks().filter((mark): mark is Extract<Mark, { kind: Kind }> => mark.kind === kind);
  const points = (): PointMark[] => ofKind('point');
  return {
    click: (pointEnu, fields) => tool.tap(hitAt(pointEnu, fields), null, null),
    clickNothing: () => tool.tap(null, null, null),
    clickPoint(index) {
      const mark = points()[index]!;
      tool.tap({ ...hitAt([0, 0, 0]), pointEcef: mark.pointEcef }, mark.id, tool.markedPoint(mark.id));
    },
    hover: (pointEnu) => tool.hover(pointEnu && hitAt(pointEnu)),
    drag(index, over, end = 'release') {
      const mark = points()[index]!;
      tool.grab(mark.id, rayTo([0, 0, 0]));
      for (const pointEnu of over) {
        tool.drag({ hit: pointEnu && hitAt(pointEnu), ray: rayTo(pointEnu ?? [0, 0, 0]), isConstrained: false });
      }
      tool[end]();
    },
    press: (code, modifiers) =>
      tool.key({ key: '', code, ctrlKey: false, metaKey: false, shiftKey: false, ...modifiers }),
    points,
    lines: () => ofKind('line'),
    labels: () => ofKind('label').map((mark: LabelMark) => mark.text.replaceAll('\u202F', ' ')),
    notifications() {
      const calls = count;
      count = 0;
      return calls;
    },
  };
}
