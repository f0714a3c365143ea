import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { attachments, mocs, sites } from '@overlook/db/schema';
import { attachmentKey } from '../domains/attachments/attachment-key.ts';
import { bytesSource } from '../storage/objects/object-sources.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';

/** A file of a demo change, by the number of the change. */
interface DemoFile {
  readonly documentNumber: string;
  readonly filename: string;
  readonly mediaType: string;
  readonly content: string;
}

const SURVEY = `point,east (m),north (m),top of bund (m),missing (m)
B1,-106,-36,1.62,0.38
B2,-41,-36,1.58,0.42
B3,-41,-2,1.60,0.40
B4,-71,-2,1.61,0.39
B5,-71,35,1.57,0.43
B6,-106,35,1.63,0.37
`;

const DEMO_FILES: readonly DemoFile[] = [
  { documentNumber: 'MOC-0142', filename: 'survey of the bund.csv', mediaType: 'text/csv', content: SURVEY },
  {
    documentNumber: 'MOC-0137',
    filename: 'work permit FL-1.pdf',
    mediaType: 'application/pdf',
    content: onePagePdf([
      'Work permit: flare tip FL-1',
      'Change MOC-0137, shutdown in week 12',
      '1. The flare is isolated and purged with nitrogen.',
      '2. No hot work within the marked area.',
      '3. The crane stands on the pad to the south.',
    ]),
  },
];

/** A PDF with one page of text, A4 upright (ISO 32000-1 §7.5). Lines are ASCII without parentheses. */
export function onePagePdf(lines: readonly string[]): string {
  const text = `BT /F1 14 Tf 20 TL 60 760 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${file}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}

/**
 * Attaches files to the changes of the demo's sites. If `tx` is rolled back, a sweep removes the files without rows.
 */
export async function makeDemoAttachments(tx: Db, objects: ObjectStore, slugs: readonly string[]): Promise<void> {
  for (const { content, documentNumber, ...file } of DEMO_FILES) {
    const isIts = and(eq(mocs.documentNumber, documentNumber), inArray(sites.slug, [...slugs]));
    const [moc] = await tx
      .select({ id: mocs.id, createdBy: mocs.createdBy })
      .from(mocs)
      .innerJoin(sites, eq(sites.id, mocs.siteId))
      .where(isIts);
    if (!moc || (await tx.$count(attachments, eq(attachments.mocId, moc.id))) > 0) continue;
    const uuid = randomUUID();
    const source = bytesSource(Buffer.from(content));
    await objects.put(attachmentKey(uuid), source);
    const { sizeBytes, sha256 } = source;
    const row = { uuid, mocId: moc.id, sizeBytes, sha256, uploadedBy: moc.createdBy };
    await tx.insert(attachments).values({ ...file, ...row });
  }
}
