/** What a person has asked for, and what is known of it. */
export interface Change {
  readonly kind: string;
  /** Unique; what is stored of the change has it. */
  readonly id: string;
  /** What the checker needs besides. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** `unknown` until an answer says that it is stored, or that it is not. */
  outcome: 'unknown' | 'acknowledged' | 'refused';
  /** An attempt got no answer: it may be stored later. */
  hadNoAnswer?: boolean;
  /** The answer that refused it. */
  refusal?: string;
}

/** A read with a permission that comes and goes. */
export interface GuardedRead {
  readonly server: string;
  readonly sentAtMs: number;
  readonly isAllowed: boolean;
}

/** A permission was granted or ended, by a change that was sent and answered at these times. */
export interface PermissionTurn {
  readonly isGranted: boolean;
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
}

/** Everything that the load has seen. Times are of one clock, `performance.now`. */
export interface Journal {
  readonly changes: Change[];
  readonly reads: GuardedRead[];
  readonly turns: PermissionTurn[];
  /** Answers by their status, or by the error of the connection. */
  readonly answers: Map<string, number>;
}

export const createJournal = (): Journal => ({ changes: [], reads: [], turns: [], answers: new Map() });

/** Notes a change before it is sent. */
export function noteChange(journal: Journal, kind: string, id: string, facts: Change['facts'] = {}): Change {
  const change: Change = { kind, id, facts, outcome: 'unknown' };
  journal.changes.push(change);
  return change;
}

/** The changes of a kind that were acknowledged. */
export const acknowledged = (journal: Journal, kind: string): Change[] =>
  journal.changes.filter((change) => change.kind === kind && change.outcome === 'acknowledged');
