import type { MeasureMode } from '@overlook/engine';
import { EMBED_MESSAGES } from '@overlook/shared/messages';
import type { ControlName } from './control-names.ts';
import type { ToolName } from '../api/viewer-api.ts';
import type { ViewedStage } from '../api/viewed-stage.ts';
import type { IconName } from './icons.ts';

/** A button of the tool bar: a tool and its start mode. */
export interface ToolEntry {
  readonly control: ControlName;
  readonly tool: ToolName;
  readonly mode: MeasureMode | null;
  readonly label: string;
  readonly icon: IconName;
}

export const TOOL_ENTRIES: readonly ToolEntry[] = [
  {
    control: 'measure',
    tool: 'measure',
    mode: 'distance',
    label: EMBED_MESSAGES['embed.measureDistance'],
    icon: 'ruler',
  },
  {
    control: 'measure',
    tool: 'measure',
    mode: 'height',
    label: EMBED_MESSAGES['embed.measureHeight'],
    icon: 'moveVertical',
  },
  { control: 'angle', tool: 'angle', mode: null, label: EMBED_MESSAGES['embed.measureAngle'], icon: 'triangleRight' },
  { control: 'target', tool: 'target', mode: null, label: EMBED_MESSAGES['embed.target'], icon: 'crosshair' },
];

/** Returns the entry of the active tool and its mode; null for none. */
export function activeEntry(viewed: ViewedStage): ToolEntry | null {
  const active = viewed.activeTool();
  const mode = active === 'measure' ? (viewed.tools.measure?.state().mode ?? null) : null;
  return TOOL_ENTRIES.find((entry) => entry.tool === active && entry.mode === mode) ?? null;
}
