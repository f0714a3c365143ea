import { readerFile } from '@overlook/engine/reader-file';

/**
 * Requests the worker that reads tiles before any tile: the engine would request it behind them. If it is being loaded since the sign-in
 * page, with low priority, it is raised. The browser's cache has it when the engine starts it; a failure is reported then.
 */
export function requestReader(): void {
  fetch(readerFile, { mode: 'same-origin', priority: 'high' }).then(
    (answer) => answer.arrayBuffer(),
    () => null,
  );
}
