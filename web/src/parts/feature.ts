import type { LucideIcon } from 'lucide-react';
import type { ComponentType, RefObject } from 'react';
import type { PermissionToken } from '@overlook/shared/permissions';
import type { Model, Site } from '@overlook/shared/schemas';
import type { Stage } from '@overlook/engine';
import type { CommandWithoutValue } from '../state/commands.ts';

export interface ScreenProps {
  /** Goes back to the main view. */
  onClose: () => void;
}

/** A screen with its address and its item in the rail. */
export interface ScreenPart {
  readonly path: string;
  /** Names the page, and the item. */
  readonly title: string;
  /** Where the item has less room than the title takes. */
  readonly shortTitle?: string;
  readonly icon: LucideIcon;
  /** The key that opens it, for the tooltip of the item. */
  readonly keys?: string;
  /** The command that opens it, and closes it when it is open. */
  readonly toggledBy?: CommandWithoutValue;
  /** 'panel' is beside the stage, 'pane' covers everything. */
  readonly place: 'panel' | 'pane';
  readonly screen: ComponentType<ScreenProps>;
  /** Without one of them at the selected site the screen does not exist. */
  readonly tokens?: readonly PermissionToken[];
  /** The panel has room for photos, and an edge to drag. */
  readonly isRoomy?: boolean;
  /** It is opened from another place, and has no item in the rail. */
  readonly isUnlisted?: boolean;
  /** It has an item of its own on a phone, where 390 px have room for four of them. */
  readonly isInTabs?: boolean;
}

export interface StagePartProps {
  readonly stage: Stage;
  /** The shown site with its models; null until the lists have loaded. */
  readonly shown: { readonly site: Site; readonly models: readonly Model[] } | null;
  /** The screen that keys and tools act on. */
  readonly isActive: boolean;
  readonly isPhone: boolean;
  /** The view waits for the first picture of its model. */
  readonly isOpening: boolean;
  /** Two layers are compared. */
  readonly isSwiping: boolean;
}

/** Places on a screen: over all of it, and boxes at its edges, which are in the order of the document. */
export type StagePlace =
  | 'over'
  | 'underLayers'
  | 'files'
  | 'top'
  | 'bottomLeft'
  | 'bottomRight'
  | 'bottom'
  | 'besideCompass';

/** A part that is on each screen of the stage, or shows nothing and listens to it. */
export interface StagePart {
  readonly Part: ComponentType<StagePartProps>;
  readonly place: StagePlace;
}

export interface PagePartProps {
  /** The address without its parameters. */
  readonly path: string;
  /** The path of the open screen; null for the main view. */
  readonly openPath: string | null;
}

/** What a feature offers to the application, which lists the features and knows no more of them. */
export interface Feature {
  readonly screen?: ScreenPart;
  readonly onStage?: readonly StagePart[];
  /** Dialogs over the page, and parts that show nothing but act while the main view is there. */
  readonly onPage?: readonly ComponentType<PagePartProps>[];
  /** A region at the right edge of the stage. */
  readonly Dock?: ComponentType<{ dock: RefObject<HTMLElement | null>; className: string | undefined }>;
  /** Loads what is needed after the first picture only. */
  readonly preload?: () => Promise<void>;
}
