const BAR_LENGTH = 24;

/**
 * Shows the progress of the demo: one line that is overwritten on a terminal, one line for each step elsewhere.
 * `fraction` is 0 to 1 over the whole work.
 */
export function createSeedProgress(stream: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'>) {
  let lastStage: string | null = null;
  return {
    show(stage: string, fraction: number): void {
      const percent = Math.round(fraction * 100);
      if (stream.isTTY) {
        const filled = Math.round(fraction * BAR_LENGTH);
        const bar = '█'.repeat(filled) + '░'.repeat(BAR_LENGTH - filled);
        const line = `  ${bar} ${String(percent).padStart(3)} %  ${stage}`;
        stream.write(`\r\u001b[2K${line.slice(0, Math.max(20, (stream.columns ?? 80) - 1))}`);
      } else if (stage !== lastStage) {
        stream.write(`  ${String(percent).padStart(3)} %  ${stage}\n`);
      }
      lastStage = stage;
    },
    /** Clears the terminal's line. */
    end(): void {
      if (stream.isTTY && lastStage !== null) stream.write('\r\u001b[2K');
    },
  };
}
