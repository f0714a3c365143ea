import type { JobProgress } from '@overlook/db/schema';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Bytes as "1.4 GB". */
export function fileSize(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** step).toFixed(step > 1 ? 1 : 0)} ${UNITS[step]}`;
}

/** Progress in words: "Copying textured  42 %  120.0 MB of 286.1 MB". */
export function progressText({ label, done, total, unit }: JobProgress): string {
  const amount = (count: number) => (unit === 'bytes' ? fileSize(count) : String(count));
  if (total === null) return done > 0 ? `${label}  ${amount(done)}` : label;
  const percent = total > 0 ? Math.floor((100 * done) / total) : 100;
  return `${label}  ${percent} %  ${amount(done)} of ${amount(total)}`;
}

/** One line that is rewritten in place; it prints nothing where the stream is not a terminal. */
export class ProgressLine {
  private isShown = false;
  constructor(private readonly stream: NodeJS.WritableStream & { isTTY?: boolean; columns?: number }) {}

  show(progress: JobProgress): void {
    if (!this.stream.isTTY) return;
    const width = (this.stream.columns || 80) - 1;
    this.stream.write(`\r\u001b[2K${progressText(progress).slice(0, width)}`);
    this.isShown = true;
  }

  clear(): void {
    if (this.isShown) this.stream.write('\r\u001b[2K');
    this.isShown = false;
  }
}
