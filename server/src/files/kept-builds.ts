/**
 * Parts of builds of the web app that a newer version has replaced. A page that was open during an update still asks for parts that
 * it has not loaded yet. Their names have a hash of their content, so builds can be served side by side.
 */
import { createHash, randomUUID } from 'node:crypto';
import { constants, cp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, DAY_MS } from '../services/clock.ts';

/** Folder of the files of a build whose names have a hash. */
const PARTS = 'assets';
/** How long a build is kept after the last day on which a server ran it. */
export const BUILD_KEPT_MS = 30 * DAY_MS;
/** Builds that are kept at most, the newest; one has about 30 MB. */
export const BUILDS_MOST = 6;
/** The ending of a copy that is not complete. */
const UNFINISHED = '.part';

const buildsFolder = (filesDir: string): string => join(filesDir, 'builds');

/** The folders of complete builds; in each, a part has its usual path. */
export async function keptBuilds(filesDir: string): Promise<string[]> {
  const root = buildsFolder(filesDir);
  return (await namesIn(root)).filter((name) => !name.endsWith(UNFINISHED)).map((name) => join(root, name));
}

/** Keeps the parts of the running build, and removes expired builds. A server does this at its start and once a day. */
export async function keepBuild({
  webDir,
  filesDir,
  clock,
}: {
  readonly webDir: string;
  readonly filesDir: string;
  readonly clock: Clock;
}): Promise<void> {
  const parts = await namesIn(join(webDir, PARTS));
  if (parts.length > 0) {
    const build = createHash('sha256').update(parts.toSorted().join('\n')).digest('hex').slice(0, 16);
    const folder = join(buildsFolder(filesDir), build);
    if (!(await usedAt(folder))) await copyParts(webDir, folder);
    await utimes(folder, clock.now(), clock.now());
  }
  await removeExpired(buildsFolder(filesDir), clock.now());
}

/** Complete, or not there: another server may copy the same build. */
async function copyParts(webDir: string, folder: string): Promise<void> {
  const part = `${folder}.${randomUUID()}${UNFINISHED}`;
  try {
    await cp(join(webDir, PARTS), join(part, PARTS), { recursive: true, mode: constants.COPYFILE_FICLONE });
    await rename(part, folder);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    if (!(await usedAt(folder))) throw error;
  }
}

async function removeExpired(root: string, now: Date): Promise<void> {
  const found = [];
  for (const name of await namesIn(root)) {
    const used = await usedAt(join(root, name));
    if (used) found.push({ name, ageMs: now.getTime() - used.getTime(), isUnfinished: name.endsWith(UNFINISHED) });
  }
  const newest = found.filter(({ isUnfinished }) => !isUnfinished).toSorted((a, b) => a.ageMs - b.ageMs);
  const expired = [
    ...newest.filter(({ ageMs }, i) => i >= BUILDS_MOST || ageMs > BUILD_KEPT_MS),
    ...found.filter(({ isUnfinished, ageMs }) => isUnfinished && ageMs > DAY_MS),
  ];
  for (const { name } of expired) await rm(join(root, name), { recursive: true, force: true });
}

/** When a server last ran a build; null where there is no such folder. */
const usedAt = async (folder: string): Promise<Date | null> => (await stat(folder).catch(orAbsent))?.mtime ?? null;

const namesIn = async (folder: string): Promise<string[]> => (await readdir(folder).catch(orAbsent)) ?? [];

function orAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
