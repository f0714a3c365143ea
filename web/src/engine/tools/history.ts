/**
 * Undo and redo over immutable states: a state is kept, never changed, so that going back is only pointing elsewhere
 * (specification §4 "Measure tools").
 */

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

interface KeyPress {
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

/** Ctrl+Z, Ctrl+Y and Ctrl+Shift+Z, with the command key as well. */
export function historyKey({ code, ctrlKey, metaKey, shiftKey }: KeyPress): 'undo' | 'redo' | null {
  if (!ctrlKey && !metaKey) return null;
  if (code === 'KeyZ') return shiftKey ? 'redo' : 'undo';
  return code === 'KeyY' && !shiftKey ? 'redo' : null;
}
