import { forTouch, EMBED_MESSAGES } from '@overlook/shared/messages';
import type { ToolEntry } from './tool-entries.ts';
import type { AngleTool, MeasureTool, TargetTool } from '@overlook/engine';
import { iconButton, make } from './dom.ts';
import { icon } from './icons.ts';
import { toolReading } from './tool-reading.ts';

const isTouch = () => matchMedia('(pointer: coarse)').matches;

/** The card of the active tool with prompt and result; it ends with the tool. `say` announces results. */
export function toolCard(
  tool: MeasureTool | AngleTool | TargetTool,
  entry: ToolEntry,
  { close, say }: { close: () => void; say: (text: string) => void },
): { element: HTMLElement; end: () => void } {
  const prompt = make('p', { class: 'prompt' });
  const value = make('output', { class: 'value' });
  const what = make('p', { class: 'what' });
  const facts = make('dl', { class: 'facts' });
  const notes = make('p', { class: 'notes' });
  const [undoText, clearText] = [EMBED_MESSAGES['embed.undo'], EMBED_MESSAGES['embed.removeAll']];
  const undo = iconButton({ icon: 'undo2', label: undoText, part: 'undo', onPress: () => tool.undo() });
  const clear = iconButton({ icon: 'trash2', label: clearText, part: 'clear', onPress: () => tool.clear() });
  const head = make(
    'header',
    { class: 'head' },
    icon(entry.icon),
    make('h2', { class: 'title' }, entry.label),
    undo,
    clear,
    iconButton({ icon: 'x', label: EMBED_MESSAGES['embed.close'], part: 'close', onPress: close }),
  );
  let spoken = '';
  const show = () => {
    const reading = toolReading(tool);
    prompt.textContent = isTouch() && entry.tool !== 'target' ? forTouch(reading.prompt) : reading.prompt;
    value.textContent = reading.value ?? '–';
    what.textContent = reading.what;
    notes.textContent = reading.notes;
    facts.replaceChildren(
      ...reading.facts.map((fact) => make('div', {}, make('dt', {}, fact.name), make('dd', {}, fact.value))),
    );
    const { canUndo } = tool.state();
    undo.disabled = !canUndo;
    clear.disabled = tool.marks().length === 0;
    const text = reading.value === null ? '' : [reading.value, reading.what].filter(Boolean).join(', ');
    if (text !== spoken) say((spoken = text));
  };
  show();
  const attributes = { class: 'hud card', part: 'card', 'aria-label': entry.label };
  return {
    element: make('section', attributes, head, prompt, value, what, facts, notes),
    end: tool.subscribe(show),
  };
}
