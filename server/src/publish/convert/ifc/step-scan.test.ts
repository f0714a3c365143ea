import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scanStep } from './step-scan.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-step-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What a visitor receives for a text: `=1` for a line, `1>2` for a reference, `?` with its text for a misplaced attribute. */
async function scanned(text: string): Promise<string[]> {
  const file = path.join(folder, 'a.ifc');
  await writeFile(file, text);
  const fd = openSync(file, 'r');
  const found: string[] = [];
  try {
    scanStep(fd, {
      line: (id) => found.push(`=${id}`),
      reference: (line, to) => found.push(`${line}>${to}`),
      unset: (offset, isMisplaced) => isMisplaced && found.push(`?${text[offset]}${offset}`),
    });
  } finally {
    closeSync(fd);
  }
  return found;
}

describe('a scan of a STEP file', () => {
  it('finds lines and references, with blanks or without', async () => {
    expect(await scanned('#1=IFCWALL(#2,(#3,#4));\n #20 = IFCDOOR( #1 );')).toEqual([
      '=1',
      '1>2',
      '1>3',
      '1>4',
      '=20',
      '20>1',
    ]);
  });

  it('skips texts, doubled quotes and comments', async () => {
    expect(await scanned("#1=IFCWALL('#2','it''s #3' /* #4 ; ' */,#5);")).toEqual(['=1', '1>5']);
  });

  it('finds numbers and texts that continue in the next part of the file', async () => {
    for (const before of [1, 4, 6]) {
      const text = `#1=IFCWALL('${'a'.repeat((1 << 20) - 13 - before)}',#12345,#6);`;
      expect(await scanned(text)).toEqual(['=1', '1>12345', '1>6']);
    }
  });

  it('reports * where the class does not derive the attribute, and $ where it does', async () => {
    expect(await scanned('#1=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);')).toEqual(['=1']);
    expect(await scanned('#1=IFCSIUNIT($,.LENGTHUNIT.);')).toEqual(['=1', '?$13']);
    expect(await scanned('#1=IFCWALL($,*);')).toEqual(['=1', '?*13']);
    expect(await scanned('#1=IFCORIENTEDEDGE(*,*,#2,.T.);')).toEqual(['=1', '1>2']);
  });

  it('takes a class that has the name of a method of objects for one that derives nothing', async () => {
    expect(await scanned('#1=constructor(*,$,#2);')).toEqual(['=1', '?*15', '1>2']);
  });
});
