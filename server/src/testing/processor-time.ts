/**
 * The least processor time of so many runs, in ms. Unlike time on the clock it does not grow with what other processes do, and
 * what this one does beside adds to some runs only.
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
