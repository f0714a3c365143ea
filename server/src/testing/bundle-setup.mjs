/** Bundles the server once for all tests that start it, its command line or its workers as processes. */
import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { bundleServer } from '../../bundle.mjs';

/** Inside of the package, where the imports of the bundle are found. */
const PLACE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

/** Entries that only tests start as processes of their own. */
const CHILDREN = [
  'testing/kept-process-entry.ts',
  'publish/testing/hanging-import.ts',
  'publish/testing/told-import.ts',
  'services/jobs/testing/deadly-job.ts',
  'services/jobs/testing/effect-worker.ts',
  'domains/exports/testing/export-server.ts',
];

/** @param {import('vitest/node').TestProject} project */
export async function setup(project) {
  await mkdir(PLACE, { recursive: true });
  const folder = await mkdtemp(`${PLACE}test-bundle-`);
  await bundleServer(folder, CHILDREN);
  project.provide('serverBundle', folder);
  project.onTestsRerun(() => bundleServer(folder, CHILDREN));
  return () => rm(folder, { recursive: true, force: true });
}
