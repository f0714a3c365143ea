import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BCF_READ } from '@overlook/shared/config';
import { zipOf } from '../../../testing/zip-of.ts';
import { readBcfInProcess } from './bcf-process.ts';

const ORIGIN = { longitude: 138.4932, latitude: -35.0789, height: 30 };
const GUID = '00000000-0000-4000-8000-000000000001';
const TOO_MUCH = 'This BCF file takes too much memory or time to read. Import it in parts.';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overlook-bcf-'));
  path = join(folder, 'file.bcfzip');
  const topic = `<Markup><Topic Guid="${GUID}"><Title>Pump</Title></Topic></Markup>`;
  const files = { 'bcf.version': '<Version VersionId="2.1"/>', 'a/markup.bcf': topic, 'b/markup.bcf': '<Markup/>' };
  await writeFile(path, await zipOf(files));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const answerOf = (limits?: { memoryMb: number; milliseconds: number }) =>
  readBcfInProcess({ path, origin: ORIGIN, picturesFolder: folder }, limits).catch((error: Error) => error.message);

describe('a BCF file read in a process of its own', () => {
  it('gives topics as changes, with the reason where one cannot be used', async () => {
    expect(await answerOf()).toEqual([
      {
        guid: GUID,
        name: 'Pump',
        moc: expect.objectContaining({ name: 'Pump', documentNumber: GUID }),
        picturePath: null,
        viewProblem: null,
        leftOut: [],
      },
      { guid: null, name: 'b', reason: 'It has no topic.' },
    ]);
  });

  it('is refused when it takes too much memory or time', async () => {
    expect(await answerOf({ ...BCF_READ, memoryMb: 8 })).toBe(TOO_MUCH);
    expect(await answerOf({ ...BCF_READ, milliseconds: 1 })).toBe(TOO_MUCH);
  });

  it('is refused at once when many others wait, and read as soon as they are', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => answerOf({ ...BCF_READ, milliseconds: 1 })));
    expect(answers.slice(0, 11)).toEqual(Array.from({ length: 11 }, () => TOO_MUCH));
    expect(answers[11]).toBe('This is unavailable right now. Please try again shortly.');
    expect(await answerOf()).toHaveLength(2);
  });
});
