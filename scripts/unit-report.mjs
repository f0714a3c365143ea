/**
 * A vitest reporter for scripts/test.mjs: how many tests passed and how long each took, and the names of those that failed or
 * needed a second try. Its own JSON reporter does not say which were tried twice, and counts an error outside of a test nowhere.
 */
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from './pnpm.mjs';

export const UNIT_REPORT = join(ROOT, '.cache/unit.json');

const nameOf = (test) => `${relative(ROOT, test.module.moduleId)} › ${test.fullName}`;

// oxlint-disable-next-line import/no-default-export -- vitest loads the default export of a reporter's file
export default class UnitReport {
  onTestRunEnd(modules, errors) {
    const report = {
      passed: 0,
      failed: errors.map(({ message }) => `outside of a test: ${message}`),
      flaky: [],
      tests: [],
    };
    for (const module of modules) {
      for (const { message } of module.errors()) report.failed.push(`${relative(ROOT, module.moduleId)}: ${message}`);
      for (const test of module.children.allTests()) add(report, test);
    }
    writeFileSync(UNIT_REPORT, JSON.stringify(report));
  }
}

function add(report, test) {
  const { state } = test.result();
  if (state === 'failed') report.failed.push(nameOf(test));
  if (state !== 'passed') return;
  const { flaky, duration } = test.diagnostic();
  report.passed += 1;
  report.tests.push({ name: nameOf(test), ms: duration });
  if (flaky) report.flaky.push(nameOf(test));
}
