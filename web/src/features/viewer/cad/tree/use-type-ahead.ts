import { type KeyboardEvent, useRef } from 'react';
import { foldText } from '@overlook/shared/format';

/** Milliseconds between letters that still belong to one name. */
const TYPING_MS = 700;
/** Rows that are looked through at most. */
const REACH = 2000;

interface Named {
  count: number;
  active: number;
  /** Null for a row that was not read yet. */
  nameOf: (row: number) => string | null;
}

/** Typed letters, and spaces between them, lead to the next row whose name begins with them. Null for other keys. */
export function useTypeAhead(): (event: KeyboardEvent, rows: Named) => number | null {
  const typed = useRef({ text: '', atMs: Number.NEGATIVE_INFINITY });
  return (event, rows) => {
    const { key, ctrlKey, metaKey, timeStamp: atMs } = event;
    if (key.length !== 1 || ctrlKey || metaKey) return null;
    const begun = atMs - typed.current.atMs < TYPING_MS ? typed.current.text : '';
    if (key === ' ' && begun === '') return null;
    const text = begun + key;
    typed.current = { text, atMs };
    return nextNamed(foldText(text), rows);
  };
}

function nextNamed(text: string, { count, active, nameOf }: Named): number {
  // A longer text may still mean the row that it has already led to.
  const from = text.length > 1 ? active : active + 1;
  for (let i = 0; i < Math.min(count, REACH); i++) {
    const row = (from + i) % count;
    const name = nameOf(row);
    if (name !== null && foldText(name).startsWith(text)) return row;
  }
  return active;
}
