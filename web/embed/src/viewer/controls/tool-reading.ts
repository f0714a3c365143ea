/** Texts of the active tool's card. */
import { llaTexts } from '@overlook/shared/format';
import type { AngleTool, MeasureTool, TargetTool } from '@overlook/engine';
import { EMBED_MESSAGES } from '@overlook/shared/messages';
import { angleNotes, angleValue, shownAngle } from '../../controls/angle-result.ts';
import { measureNotes, measureResult } from '../../controls/measure-result.ts';
import { promptOf } from '../../controls/prompt-text.ts';

export interface ToolReading {
  /** Describes the effect of the next click. */
  readonly prompt: string;
  /** The value with its unit, and its name; null while points are missing. */
  readonly value: string | null;
  readonly what: string;
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  /** The layer of the picked points, and the estimated error. */
  readonly notes: string;
}

type Tool = MeasureTool | AngleTool | TargetTool;

const nothing = (tool: Tool): ToolReading => ({
  prompt: promptOf(tool).text,
  value: null,
  what: '',
  facts: [],
  notes: '',
});

function measureReading(tool: MeasureTool): ToolReading {
  const { shown, units } = tool.state();
  const result = shown && measureResult(shown, units);
  if (!shown || !result) return nothing(tool);
  const { value, what, facts } = result;
  return { ...nothing(tool), value, what, facts, notes: measureNotes(shown, units) };
}

function angleReading(tool: AngleTool): ToolReading {
  const state = tool.state();
  const angle = shownAngle(state);
  if (!angle || angle.angleDeg === null) return nothing(tool);
  return {
    ...nothing(tool),
    value: angleValue(angle, state.units),
    what: 'angle',
    notes: angleNotes(angle, state.units),
  };
}

function targetReading(tool: TargetTool): ToolReading {
  const { targets, activePointId } = tool.state();
  const target = targets.find(({ pointId }) => pointId === activePointId) ?? targets.at(-1);
  if (!target) return nothing(tool);
  const { longitude, latitude, height } = llaTexts(target.lla);
  const facts = [
    { name: EMBED_MESSAGES['embed.lon'], value: longitude },
    { name: EMBED_MESSAGES['embed.lat'], value: latitude },
    { name: 'H', value: height },
  ];
  return { ...nothing(tool), value: target.name, what: '', facts };
}

/** Returns the texts of the active tool. */
export function toolReading(tool: Tool): ToolReading {
  if (tool.id === 'measure') return measureReading(tool);
  if (tool.id === 'angle') return angleReading(tool);
  return targetReading(tool);
}
