import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { feedback } from '../schema/index.ts';
import { isDiskFull, openDatabase } from '../index.ts';
import { SMALL_DISK } from './small-disk.ts';

/**
 * Run by tests in a process of its own: adds rows to the database as fast as possible, until it is killed. Says "open",
 * then the id of each row that was stored, "full" for each that was refused, and the sentence when it cannot be opened.
 */
const say = (line: string) => process.stdout.write(`${line}\n`);
try {
  const { db } = await openDatabase({ dataDir: process.argv[2]!, spaceLimits: SMALL_DISK });
  say('open');
  for (let n = 0; ; n++) {
    const details = randomBytes([50, 2000, 40_000][n % 3]!).toString('hex');
    try {
      const [row] = await db.insert(feedback).values({ details }).returning({ id: feedback.id });
      say(String(row!.id));
    } catch (error) {
      say(isDiskFull(error) ? 'full' : `broken: ${String(error)}`);
      await delay(5);
    }
  }
} catch (error) {
  say(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  process.exit(1);
}
