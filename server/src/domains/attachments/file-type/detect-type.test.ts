import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ATTACHMENT_TYPES } from '@overlook/shared/config';
import { AppError } from '../../../errors/app-error.ts';
import { zipOf } from '../../../testing/zip-of.ts';
import { officeOf, openDocumentOf } from '../testing/made-files.ts';
import { detectType } from './detect-type.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overlook-types-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function typeOf(content: string | Buffer): Promise<string> {
  const path = join(folder, 'file');
  await writeFile(path, content);
  return detectType(path).catch((error: unknown) => {
    if (error instanceof AppError) return error.message;
    throw error;
  });
}

const picture = (format: 'png' | 'jpeg' | 'gif' | 'webp' | 'tiff' | 'avif') =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#808080' } })
    .toFormat(format)
    .toBuffer();
const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\u0000\u0000\u0002\u0000isommp42')]);
/** The head of a drawing as AutoCAD writes it: version, six bytes, address of the picture, application version, code page. */
const aDwg = (version: string) =>
  Buffer.concat([
    Buffer.from(version),
    Buffer.from([0, 0, 0, 0, 0, 3, 0xc0, 0x01, 0, 0, 0x1d, 0x7e, 0x1e, 0, 1]),
    Buffer.alloc(256, 0x5a),
  ]);
/** A document of one empty page. */
const aPdf = (binaryMark: string) =>
  Buffer.from(
    `%PDF-1.4\n${binaryMark}1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj ` +
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj trailer<</Root 1 0 R>>\n%%EOF\n',
    'latin1',
  );
const OOXML = 'application/vnd.openxmlformats-officedocument';

describe('the type of a file, by its content', () => {
  it.each(['png', 'jpeg', 'gif', 'webp', 'tiff', 'avif'] as const)('a %s picture', async (format) => {
    expect(await typeOf(await picture(format))).toBe(`image/${format}`);
  });

  it.each([
    ['PDF', '%PDF-1.7\n1 0 obj', 'application/pdf'],
    ['PDF with the mark of binary content', aPdf('%âãÏÓ\r\n'), 'application/pdf'],
    ...['AC1015', 'AC1018', 'AC1021', 'AC1024', 'AC1027', 'AC1032'].map((version): [string, Buffer, string] => [
      `DWG ${version}`,
      aDwg(version),
      'image/vnd.dwg',
    ]),
    ['DXF', '  0\r\nSECTION\r\n  2\r\nHEADER\r\n', 'image/vnd.dxf'],
    ['DXF with comments', '999\nmade here\n  0\nSECTION\n', 'image/vnd.dxf'],
    ['binary DXF', 'AutoCAD Binary DXF\r\n\u001a\0\0\0', 'image/vnd.dxf'],
    ['IFC', 'ISO-10303-21;\nHEADER;\n', 'application/x-step'],
    ['MP4', mp4, 'video/mp4'],
    ['CSV', 'tag,name\nT-1,"Tank, big"\nT-2,Tank\n', 'text/csv'],
    ['CSV with semicolons in Windows-1252', Buffer.from('Höhe;Länge\n1;2\n', 'latin1'), 'text/csv'],
    ['JSON', ' {"a": [1, 2]}', 'application/json'],
    ['plain text', 'Bring the crane, then lift.\nNo more.\n', 'text/plain'],
    ['UTF-16', Buffer.from('\uFEFFNachricht für später', 'utf16le'), 'text/plain'],
  ])('%s', async (_, content, expected) => {
    expect(await typeOf(content)).toBe(expected);
  });

  it('Office files and archives', async () => {
    expect(await typeOf(await officeOf('word/document.xml'))).toBe(`${OOXML}.wordprocessingml.document`);
    expect(await typeOf(await officeOf('xl/workbook.xml'))).toBe(`${OOXML}.spreadsheetml.sheet`);
    expect(await typeOf(await officeOf('ppt/presentation.xml'))).toBe(`${OOXML}.presentationml.presentation`);
    // Word and Excel in the browser number the main part.
    expect(await typeOf(await officeOf('word/document2.xml'))).toBe(`${OOXML}.wordprocessingml.document`);
    expect(await typeOf(await officeOf('xl/workbook22.xml'))).toBe(`${OOXML}.spreadsheetml.sheet`);
    expect(await typeOf(await officeOf('word/settings.xml'))).toBe('application/zip');
    for (const type of ['text', 'spreadsheet'].map((kind) => `application/vnd.oasis.opendocument.${kind}`))
      expect(await typeOf(await openDocumentOf(type))).toBe(type);
    expect(await typeOf(await zipOf({ 'a.txt': 'a' }))).toBe('application/zip');
    expect(await typeOf(await zipOf({}))).toBe('application/zip');
  });
});

describe('files that are refused, with any name', () => {
  const PROGRAM = 'Programs, scripts, web pages and SVG are not accepted.';
  const OTHER = 'Files of this type are not accepted.';
  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>', PROGRAM],
    ['a page behind a byte order mark', '\uFEFF \n<html>', PROGRAM],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', PROGRAM],
    ['SVG behind a comment', '<!-- x --><svg/>', PROGRAM],
    ['XML', '<?xml version="1.0"?><a/>', PROGRAM],
    ['a shell script', '#!/bin/sh\nrm -rf /\n', PROGRAM],
    ['a batch file', '@echo off\r\ndel *.*\r\n', PROGRAM],
    ['a Windows program', Buffer.from(`MZ${'\0'.repeat(100)}`), PROGRAM],
    ['a Linux program', Buffer.from('\u007fELF\u0002\u0001\u0001\0\0\0\0\0'), PROGRAM],
    ['unknown bytes', Buffer.from([1, 2, 3, 0, 0, 4]), OTHER],
    ['sound', Buffer.from('ID3\u0003\0\0\0\0\0\0'), OTHER],
    ['no bytes', '', 'This file is empty.'],
    ['a broken archive', 'PK\u0003\u0004 and nothing more', 'This file is damaged.'],
  ])('%s', async (_, content, sentence) => {
    expect(await typeOf(content)).toBe(sentence);
  });

  it('macros, and OpenDocument files that are neither text nor table', async () => {
    const macros = await officeOf('word/document.xml', { 'word/vbaProject.bin': 'x' });
    expect(await typeOf(macros)).toBe('Office files with macros are not accepted.');
    expect(await typeOf(await openDocumentOf('application/vnd.oasis.opendocument.graphics'))).toBe(OTHER);
  });

  it('or belongs to a type of the list, for any bytes', async () => {
    const starts = [
      '',
      'PK\u0003\u0004',
      '%PDF-',
      'GIF89a',
      'RIFF',
      '\0\0\0\u0018ftyp',
      'II*\0',
      'OggS',
      '0&²u\u008ef',
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 300 }), async (start, bytes) => {
        const answer = await typeOf(Buffer.concat([Buffer.from(start, 'latin1'), bytes]));
        const known: string[] = ATTACHMENT_TYPES.map((type) => type.mediaType);
        expect(known.includes(answer) || answer.endsWith('.')).toBe(true);
      }),
    );
  });
});
