import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../pnpm.mjs';
import { faulty, readFaults } from './plant.mjs';

describe('the planted faults', () => {
  const faults = Object.values(readFaults()).flat();

  it('are thirty in each part, with different names', () => {
    expect(Object.fromEntries(Object.entries(readFaults()).map(([part, all]) => [part, all.length]))).toEqual({
      engine: 30,
      interface: 30,
      server: 30,
      shared: 30,
    });
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  });

  it('each change a text of the present source, and name tests that are there', () => {
    const broken = faults.flatMap((fault) => {
      const missing = fault.tests.filter((test) => !existsSync(join(ROOT, test)));
      if (missing.length > 0 || fault.tests.length === 0) return [`${fault.id}: ${missing.join(', ') || 'no test'}`];
      try {
        const text = readFileSync(join(ROOT, fault.file), 'utf8');
        return faulty(fault, text) === text ? [`${fault.id}: changes nothing`] : [];
      } catch (error) {
        return [error.message];
      }
    });
    expect(broken).toEqual([]);
  });
});
