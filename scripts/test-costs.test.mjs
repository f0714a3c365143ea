import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Costs, mostExpensive, overBudget } from './test-costs.mjs';

describe('the costs of a test run', () => {
  it.skipIf(process.platform !== 'linux')('are the processor seconds of the machine in each step', () => {
    const costs = new Costs();
    execFileSync(process.execPath, ['-e', 'const end = Date.now() + 1200; while (Date.now() < end);']);
    costs.end('busy');
    costs.end('nothing');
    expect(costs.toString()).toMatch(/^[1-9]\d* \(busy [1-9]\d*, nothing 0\)$/);
  });

  it('name the tests that take longest', () => {
    const tests = Array.from({ length: 12 }, (_, i) => ({ name: `test ${i}`, ms: 1000 * i }));
    const [first, ...others] = mostExpensive(tests);
    expect(first).toBe('  11.0 s  test 11');
    expect(others).toHaveLength(9);
  });

  it('may exceed their budget by 15 percent', () => {
    expect(overBudget({ 'loads of pages': 0 })).toEqual([]);
    expect(overBudget({ 'loads of pages': 1e6 })).toEqual([
      expect.stringMatching(/^the budget .* 1000000 loads of pages/),
    ]);
  });
});
