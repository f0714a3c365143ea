/** How imports are shared among workers: by the part that takes most of the time and memory. */
export const IMPORT_QUEUES = ['points', 'cad', 'models', 'photos'] as const;
export type ImportQueue = (typeof IMPORT_QUEUES)[number];

/** Kinds of work outside requests, as a process names those that it does. */
export const WORK_KINDS = ['mail', 'exports', ...IMPORT_QUEUES, 'upkeep'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

export const isWorkKind = (text: string): text is WorkKind => (WORK_KINDS as readonly string[]).includes(text);

/** Those of the kinds that are imports. */
export const importQueuesOf = (kinds: readonly WorkKind[]): ImportQueue[] =>
  IMPORT_QUEUES.filter((queue) => kinds.includes(queue));
