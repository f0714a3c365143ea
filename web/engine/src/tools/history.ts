/**
 * Undo and redo over immutable states: a state is kept, never changed, so that going back is only pointing elsewhere
 * (specification §4 "Measure tools").
 */
import type { KeyPress } from './tool.ts';

/** Older states are forgotten: a thousand-point measurement keeps one array of points for each. */
const STATES_AT_MOST = 200;

export class History<State> {
  private states: State[];
  private at = 0;

  constructor(first: State) {
    this.states = [first];
  }

  get present(): State {
    return this.states[this.at]!;
  }

  get canUndo(): boolean {
    return this.at > 0;
  }

  get canRedo(): boolean {
    return this.at < this.states.length - 1;
  }

  /** Adds a new state after the present one. States that had been undone are discarded. */
  push(state: State): void {
    this.states.splice(this.at + 1, Infinity, state);
    if (this.states.length > STATES_AT_MOST) this.states.shift();
    this.at = this.states.length - 1;
  }

  /** The same step of the history, better known. */
  replacePresent(state: State): void {
    this.states[this.at] = state;
  }

  /** False at the start. */
  undo(): boolean {
    if (!this.canUndo) return false;
    this.at -= 1;
    return true;
  }

  /** False at the end. */
  redo(): boolean {
    if (!this.canRedo) return false;
    this.at += 1;
    return true;
  }
}

/**
 * Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z, with the command key as well: the keys with these letters on them, as in all programs; by their place on
 * keyboards of other scripts.
 */
export function historyKey({ key, code, ctrlKey, metaKey, shiftKey }: KeyPress): 'undo' | 'redo' | null {
  if (!ctrlKey && !metaKey) return null;
  const letter = /^[a-z]$/i.test(key) ? key.toUpperCase() : code.replace('Key', '');
  if (letter === 'Z') return shiftKey ? 'redo' : 'undo';
  return letter === 'Y' && !shiftKey ? 'redo' : null;
}
