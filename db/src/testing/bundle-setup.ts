/** Bundles once what tests start as processes of their own: starting it from its sources takes 0.7 s more each time. */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { migrationsFolder } from '../migrations.ts';

/** Inside of the package, where the imports of the bundle are found. */
const PLACE = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
const CHILDREN = ['open-in-child.ts', 'write-in-child.ts'];

async function bundle(outdir: string): Promise<void> {
  await build({
    absWorkingDir: import.meta.dirname,
    entryPoints: CHILDREN,
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.12',
    // They find files of their own packages.
    external: ['@electric-sql/pglite', 'postgres'],
  });
  await cp(migrationsFolder(), `${outdir}/migrations`, { recursive: true });
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await mkdir(PLACE, { recursive: true });
  const folder = await mkdtemp(`${PLACE}test-bundle-`);
  await bundle(folder);
  project.provide('childBundle', folder);
  project.onTestsRerun(() => bundle(folder));
  return () => rm(folder, { recursive: true, force: true });
}
