import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Costs, mostExpensive, overBudget } from './test-costs.mjs';

describe('the costs of a test run', () => {
  it.skipIf(process.platform !== 'linux')('are the processor seconds of the machine in each step', () => {
    const costs = new Costs();
    execFileSync(process.execPath, ['-e', 'const end = Date.now() + 1200; while (Date.now() < end);']);
    costs.end('busy');
    expect(costs.toString()).toMatch(/^[1-9]\d* \(busy [1-9]\d*\)$/);
  });

  it('are those between the ends of two steps', () => {
    const readings = [100, 130.4, 131];
    const costs = new Costs(() => readings.shift());
    costs.end('build');
    costs.end('tests');
    expect(costs.toString()).toBe('31 (build 30, tests 1)');
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
