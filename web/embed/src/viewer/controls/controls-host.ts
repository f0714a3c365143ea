import type { VisitorControl, VisitorToken } from '@overlook/shared/permissions';
import type { ViewedStage } from '../api/viewed-stage.ts';

/** The viewer that the controls belong to. */
export interface ControlsHost {
  /** A stage with its site. The controls end before the stage is destroyed. */
  readonly viewed: ViewedStage;
  /** Permissions of the visitor. */
  readonly visit: { readonly permissions: readonly VisitorToken[]; readonly controls: readonly VisitorControl[] };
  /** Flies to the initial view of the visit. */
  readonly flyHome: () => void;
  /** The element that full screen shows. */
  readonly element: HTMLElement;
}
