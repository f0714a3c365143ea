/** What is closed when a process ends, the last opened first. */
export interface Closers {
  add(close: () => Promise<unknown>): void;
  /** Safe to call twice. */
  closeAll(): Promise<void>;
}

export function createClosers(): Closers {
  const open: (() => Promise<unknown>)[] = [];
  let closing: Promise<void> | null = null;
  const closeEach = async () => {
    while (open.length > 0) await open.pop()!();
  };
  return {
    add: (close) => void open.push(close),
    closeAll: () => (closing ??= closeEach()),
  };
}
