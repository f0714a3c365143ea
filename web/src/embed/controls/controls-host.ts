import type { VisitorControl, VisitorToken } from '@overlook/shared/permissions';
import type { ViewedStage } from '../api/viewed-stage.ts';

/** The elements around which the controls are placed. */
export interface ControlsHost {
  /** With its site; the controls end before its stage is destroyed. */
  readonly viewed: ViewedStage;
  /** What the visitor was granted. */
  readonly visit: { readonly permissions: readonly VisitorToken[]; readonly controls: readonly VisitorControl[] };
  /** Flies to where the visit began. */
  readonly flyHome: () => void;
  /** What is shown in full screen. */
  readonly element: HTMLElement;
}
