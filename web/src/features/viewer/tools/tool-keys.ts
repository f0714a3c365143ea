import type { KeyboardEvent } from 'react';
import type { SessionTool } from '../../../state/session-tools.ts';

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/**
 * Whether a key pressed in the panel is offered to the tool: undo and redo, Delete. Enter is for the button with the focus,
 * and a text field gets all of them.
 */
export function isToolKey({ code, ctrlKey, metaKey }: Press, isTyping: boolean): boolean {
  if (isTyping) return false;
  // The tool knows which letters undo.
  return ctrlKey || metaKey ? code.startsWith('Key') : code === 'Delete';
}

/** Hands such a key to the tool, and keeps it from the panel if the tool used it. */
export function handleToolKey(tool: SessionTool, event: KeyboardEvent): void {
  const { target, currentTarget, defaultPrevented } = event;
  // Menus are elsewhere in the page, although their key events bubble through here.
  if (defaultPrevented || !(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
  const isTyping = target.matches('textarea, input:not([type="radio"])');
  if (isToolKey(event, isTyping) && tool.key(event)) event.preventDefault();
}
