/** The text of the prompt over the active screen: the next click, and the keys that finish or cancel. */
import { forTouch, TOOLS_MESSAGES, EMBED_MESSAGES } from '@overlook/shared/messages';
import type { AngleState, AngleTool, MeasureState, MeasureTool, TargetTool } from '@overlook/engine';

export interface Prompt {
  readonly text: string;
  readonly keys: readonly PromptKey[];
}

interface PromptKey {
  readonly key: string;
  readonly does: string;
}

const DONE: PromptKey = { key: 'Enter', does: 'done' };
const CANCEL: PromptKey = { key: EMBED_MESSAGES['embed.esc'], does: 'cancel' };

export function promptOf(tool: AngleTool | MeasureTool | TargetTool): Prompt {
  if (tool.id === 'measure') return measurePrompt(tool.state());
  if (tool.id === 'angle') return anglePrompt(tool.state());
  return { text: TOOLS_MESSAGES['target.prompt'], keys: [] };
}

/** A prompt for touch; the sentence of the specification does not change. */
export const touchText = ({ text }: Prompt): string =>
  text === TOOLS_MESSAGES['target.prompt'] ? text : forTouch(text);

/** The prompt of a single click that can be cancelled. */
export const clickPrompt = (text: string): Prompt => ({ text, keys: [CANCEL] });

export function measurePrompt({
  mode,
  isDrawing,
  measurements,
}: Pick<MeasureState, 'mode' | 'isDrawing' | 'measurements'>): Prompt {
  const count = isDrawing ? (measurements.at(-1)?.points.length ?? 0) : 0;
  const keys = count > 0 ? [CANCEL] : [];
  switch (mode) {
    case 'distance':
      return { text: TOOLS_MESSAGES['measure.addPoint'], keys: count >= 2 ? [DONE] : keys };
    case 'height':
      return {
        text: count === 0 ? TOOLS_MESSAGES['measure.firstHeight'] : TOOLS_MESSAGES['measure.secondHeight'],
        keys,
      };
    case 'area':
      return { text: TOOLS_MESSAGES['measure.addCorner'], keys: count >= 3 ? [DONE] : keys };
    case 'plane':
      return { text: count < 3 ? TOOLS_MESSAGES['measure.planePoint'] : TOOLS_MESSAGES['measure.probePoint'], keys };
  }
}

const ARMS = [TOOLS_MESSAGES['angle.firstArm'], TOOLS_MESSAGES['angle.corner'], TOOLS_MESSAGES['angle.secondArm']];

export function anglePrompt({ isDrawing, angles }: Pick<AngleState, 'isDrawing' | 'angles'>): Prompt {
  const count = isDrawing ? (angles.at(-1)?.points.length ?? 0) : 0;
  return { text: ARMS[count]!, keys: count > 0 ? [CANCEL] : [] };
}
