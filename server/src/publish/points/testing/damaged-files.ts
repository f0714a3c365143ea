import { writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { numberBetween } from '@overlook/shared/maths/testing';
import { ImportRefusedError } from '../../../errors/import-refused.ts';
import type { OpenPointSource } from '../formats/point-source.ts';
import { readSource } from './read-source.ts';

/** The kinds of damage: a replaced byte, a replaced number of four bytes, a removed piece, or a cut end. */
type Damage =
  | { kind: 'byte'; at: number; value: number }
  | { kind: 'number'; at: number; value: number }
  | { kind: 'gap'; at: number; length: number }
  | { kind: 'end'; at: number };

/** Places are shares of the file; half of them lie in its first bytes, where headers are. */
const place = fc.oneof(numberBetween(0, 0.02), numberBetween(0, 1));
const damages: fc.Arbitrary<Damage[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('byte' as const), at: place, value: fc.nat(255) }),
    fc.record({
      kind: fc.constant('number' as const),
      at: place,
      value: fc.constantFrom(0, 1, 0x7fff_ffff, 0xffff_ffff),
    }),
    fc.record({ kind: fc.constant('gap' as const), at: place, length: fc.integer({ min: 1, max: 64 }) }),
    fc.record({ kind: fc.constant('end' as const), at: place }),
  ),
  { minLength: 1, maxLength: 4 },
);

/**
 * Reads `bytes` with random damage `runs` times from the file `path`. Each time the reader gives points or refuses the file;
 * anything else, or more than `mostBytes` of new memory for arrays, fails. `repair` makes checksums right again.
 */
export async function survivesDamage(
  open: OpenPointSource,
  path: string,
  bytes: Buffer,
  {
    runs,
    mostBytes = 256 * 1024 * 1024,
    repair,
  }: { runs: number; mostBytes?: number; repair?: (bytes: Buffer) => void },
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(damages, async (list) => {
      const damaged = list.reduce(withDamage, Buffer.from(bytes));
      repair?.(damaged);
      await writeFile(path, damaged);
      const before = process.memoryUsage().arrayBuffers;
      try {
        await readSource(open, path);
      } catch (error) {
        if (!(error instanceof ImportRefusedError)) throw error;
      }
      const taken = process.memoryUsage().arrayBuffers - before;
      if (taken > mostBytes) throw new Error(`${taken} bytes were taken.`);
    }),
    { numRuns: runs, seed: 15, endOnFailure: true },
  );
}

function withDamage(bytes: Buffer, damage: Damage): Buffer {
  const at = Math.floor(damage.at * bytes.length);
  if (damage.kind === 'end') return bytes.subarray(0, at);
  if (damage.kind === 'gap') return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + damage.length)]);
  if (damage.kind === 'byte' && at < bytes.length) bytes[at] = damage.value;
  if (damage.kind === 'number' && at + 4 <= bytes.length) bytes.writeUInt32LE(damage.value, at);
  return bytes;
}
