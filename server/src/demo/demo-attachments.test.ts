import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@overlook/db';
import { attachments } from '@overlook/db/schema';
import { attachmentKey } from '../domains/attachments/attachment-key.ts';
import { safeName } from '../domains/attachments/file-name.ts';
import { detectType } from '../domains/attachments/file-type/detect-type.ts';
import { FolderStore } from '../storage/objects/folder-store.ts';
import { makeDemoAttachments, onePagePdf } from './demo-attachments.ts';
import { SITE_SLUGS } from './plant/sites.ts';
import { openDemoChanges } from './testing/demo-changes.ts';

let database: Database;
let filesDir: string;
beforeAll(async () => {
  filesDir = await mkdtemp(join(tmpdir(), 'overlook-demo-'));
  database = await openDemoChanges();
  await makeDemoAttachments(database.db, new FolderStore(filesDir), SITE_SLUGS);
});
afterAll(async () => {
  await database.close();
  await rm(filesDir, { recursive: true, force: true });
});

it('two changes of the demo have a file, of the type and the name that an upload would get', async () => {
  const rows = await database.db.select().from(attachments);
  expect(rows.map(({ filename }) => filename)).toEqual(['survey of the bund.csv', 'work permit FL-1.pdf']);
  expect(new Set(rows.map(({ mocId }) => mocId)).size).toBe(2);
  for (const { uuid, mediaType, filename } of rows) {
    expect(await detectType(join(filesDir, attachmentKey(uuid)))).toBe(mediaType);
    expect(safeName(filename, 'application/pdf' === mediaType ? mediaType : 'text/csv')).toBe(filename);
  }
});

it('making them again adds nothing', async () => {
  await makeDemoAttachments(database.db, new FolderStore(filesDir), SITE_SLUGS);
  expect(await readdir(join(filesDir, 'attachments'))).toHaveLength(2);
});

it('the table of the PDF points at its objects', () => {
  const pdf = onePagePdf(['One', 'Two']);
  const start = Number(/startxref\n(\d+)/.exec(pdf)![1]);
  expect(pdf.slice(start, start + 4)).toBe('xref');
  const offsets = [...pdf.slice(start).matchAll(/(\d{10}) 00000 n/g)].map(([, offset]) => Number(offset));
  expect(offsets.map((offset) => pdf.slice(offset, offset + 7))).toEqual([1, 2, 3, 4, 5].map((n) => `${n} 0 obj`));
});
