/**
 * Asks the registry for known weaknesses of what the product installs to run. Fails for high and critical ones; a registry that
 * does not answer such questions is said, and is no failure.
 */
import { spawnSync } from 'node:child_process';
import { pnpmCommand, ROOT } from './pnpm.mjs';
import { underSupportedNode } from './supported-node.mjs';

await underSupportedNode();
const [command, ...before] = pnpmCommand();
const { stdout, stderr } = spawnSync(command, [...before, 'audit', '--prod', '--json'], {
  cwd: ROOT,
  encoding: 'utf8',
  env: { ...process.env, pnpm_config_pm_on_fail: 'ignore' },
});

/** The report; null where there is none. */
function reportIn(text) {
  try {
    const report = JSON.parse(text);
    return report.advisories ? report : null;
  } catch {
    return null;
  }
}

const report = reportIn(stdout);
if (report === null) {
  console.log(`The registry gave no list of known weaknesses: ${(stderr || stdout).replace(/[\s│]+/g, ' ').trim()}`);
} else {
  const all = Object.values(report.advisories);
  const grave = all.filter(({ severity }) => severity === 'high' || severity === 'critical');
  for (const { severity, module_name: name, title, url } of all) console.log(`${severity}: ${name}: ${title} (${url})`);
  console.log(`${all.length} known weaknesses, ${grave.length} of them high or critical.`);
  process.exitCode = grave.length > 0 ? 1 : 0;
}
