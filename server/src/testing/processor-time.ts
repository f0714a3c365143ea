/**
 * The least processor time of this many runs, in ms. Unlike wall time it does not depend on other processes, and other
 * work of this process affects only some runs.
 */
export async function leastProcessorMs(runs: number, work: () => unknown): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
