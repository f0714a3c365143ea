/**
 * Parts of builds of the web app that a newer version has replaced. A page that was open during an update still asks for parts that
 * it has not loaded yet. Their names have a hash of their content, so builds can be served side by side.
 */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Clock, DAY_MS } from '../services/clock.ts';
import { OBJECT_KEYS } from '../storage/objects/object-keys.ts';
import { fileSource, bytesSource } from '../storage/objects/object-sources.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';

/** Folder of the files of a build whose names have a hash. */
const PARTS = 'assets/';
/** How long a build is kept after the last day on which a server ran it. */
export const BUILD_KEPT_MS = 30 * DAY_MS;
/** Builds that are kept at most, the newest; one has about 30 MB. */
export const BUILDS_MOST = 6;

const BUILD_KEYS = OBJECT_KEYS.builds;
/** Beside the folder of a build: when a server last ran it, and its parts. It is written last. */
const LIST_ENDING = '.json';

interface KeptBuild {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly usedAtMs: number;
  /** Paths in the build, pre-compressed forms included. */
  readonly parts: readonly string[];
}

/** The keys of all kept parts, by their paths in a build. */
export async function keptParts(objects: ObjectStore): Promise<ReadonlyMap<string, string>> {
  const keys = new Map<string, string>();
  for (const { id, parts } of await keptBuilds(objects)) for (const part of parts) keys.set(part, keyOf(id, part));
  return keys;
}

const keyOf = (id: string, part: string): string => `${BUILD_KEYS}${id}/${part}`;
const listOf = (id: string): string => `${BUILD_KEYS}${id}${LIST_ENDING}`;

interface Keeping {
  readonly webDir: string;
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

/** Keeps the parts of the running build, and removes expired builds. A server does this at its start and once a day. */
export async function keepBuild({ webDir, objects, clock }: Keeping): Promise<void> {
  const nowMs = clock.now().getTime();
  const names = (await readdir(join(webDir, PARTS)).catch(orAbsent)) ?? [];
  await listUnlisted(objects);
  if (names.length > 0) {
    const id = createHash('sha256').update(names.toSorted().join('\n')).digest('hex').slice(0, 16);
    const parts = names.map((name) => PARTS + name);
    const isKept = (await readBuild(objects, id))?.parts.length === parts.length;
    for (const part of isKept ? [] : parts) await objects.put(keyOf(id, part), await fileSource(join(webDir, part)));
    await writeBuild(objects, { id, usedAtMs: nowMs, parts });
  }
  await removeExpired(objects, nowMs);
}

/** Lists builds that have no list: of an earlier version, or of a server that was killed while it kept one. */
async function listUnlisted(objects: ObjectStore): Promise<void> {
  const names = new Set<string>();
  for await (const name of objects.names(BUILD_KEYS)) names.add(name);
  for (const id of names) {
    if (id.endsWith(LIST_ENDING) || names.has(id + LIST_ENDING)) continue;
    const prefix = `${BUILD_KEYS}${id}/`;
    const parts = [];
    let usedAtMs = 0;
    for await (const { key, modifiedAt } of objects.list(prefix)) {
      parts.push(key.slice(prefix.length));
      usedAtMs = Math.max(usedAtMs, modifiedAt.getTime());
    }
    await writeBuild(objects, { id, usedAtMs, parts });
  }
}

async function removeExpired(objects: ObjectStore, nowMs: number): Promise<void> {
  const newest = (await keptBuilds(objects)).toSorted((a, b) => b.usedAtMs - a.usedAtMs);
  const expired = newest.filter(({ usedAtMs }, i) => i >= BUILDS_MOST || nowMs - usedAtMs > BUILD_KEPT_MS);
  for (const { id, parts } of expired) {
    for (const part of parts) await objects.delete(keyOf(id, part));
    await objects.delete(listOf(id));
  }
}

async function keptBuilds(objects: ObjectStore): Promise<KeptBuild[]> {
  const builds = [];
  for await (const name of objects.names(BUILD_KEYS)) {
    const build = name.endsWith(LIST_ENDING) ? await readBuild(objects, name.slice(0, -LIST_ENDING.length)) : null;
    if (build) builds.push(build);
  }
  return builds;
}

async function readBuild(objects: ObjectStore, id: string): Promise<KeptBuild | null> {
  if (!(await objects.head(listOf(id)))) return null;
  const text = (await buffer(await objects.get(listOf(id)))).toString();
  return { id, ...(JSON.parse(text) as Omit<KeptBuild, 'id'>) };
}

const writeBuild = (objects: ObjectStore, { id, ...list }: KeptBuild): Promise<void> =>
  objects.put(listOf(id), bytesSource(Buffer.from(JSON.stringify(list))));

function orAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
