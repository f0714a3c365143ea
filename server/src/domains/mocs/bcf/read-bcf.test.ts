import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BCF_READ } from '@overlook/shared/config';
import { zipOf } from '../../../testing/zip-of.ts';
import { readBcf } from './read-bcf.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overlook-bcf-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const VERSION = '<Version VersionId="2.1"/>';
const guidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const markup = (n: number, more = '', title = `Topic ${n}`) =>
  `<Markup><Topic Guid="${guidOf(n)}"><Title>${title}</Title></Topic>${more}</Markup>`;
const VIEWPOINT_NAMED = `<Viewpoints Guid="${guidOf(99)}"><Viewpoint>view.bcfv</Viewpoint></Viewpoints>`;
const point = (name: string, [x, y, z]: readonly (string | number)[]) =>
  `<${name}><X>${x}</X><Y>${y}</Y><Z>${z}</Z></${name}>`;
const viewpoint = (direction: readonly (string | number)[], position: readonly (string | number)[] = [1, 2, 3]) =>
  `<VisualizationInfo Guid="${guidOf(99)}"><PerspectiveCamera>${point('CameraViewPoint', position)}` +
  `${point('CameraDirection', direction)}${point('CameraUpVector', [0, 0, 1])}</PerspectiveCamera></VisualizationInfo>`;

/** The reader's result for each topic: its title, or why it or its view is not read. */
async function readAs(files: Record<string, string | Buffer> | Buffer): Promise<string[] | string> {
  const path = join(folder, 'file.bcfzip');
  await writeFile(path, Buffer.isBuffer(files) ? files : await zipOf({ 'bcf.version': VERSION, ...files }));
  return readBcf(path).then(
    (topics) => topics.map((one) => ('topic' in one ? (one.viewProblem ?? one.topic.title) : one.reason)),
    (error: Error) => error.message,
  );
}

describe('a BCF file from elsewhere', () => {
  it('may have one bad topic; the others are read', async () => {
    const bad: [string, string][] = [
      ['<Markup>', 'markup.bcf cannot be read. It is not well-formed XML.'],
      ['<Markup/>', 'It has no topic.'],
      [markup(1, '', '  '), 'It has no title.'],
      [markup(1).replace(guidOf(1), 'x'), 'Its GUID is not valid.'],
      [
        markup(1).replace('<Markup>', '<!DOCTYPE a [<!ENTITY b "c">]><Markup>').replace('Topic 1', '&b;'),
        'markup.bcf cannot be read. It has a document type declaration, which is not accepted.',
      ],
      [markup(1, '', '&b;'), 'markup.bcf cannot be read. It is not well-formed XML.'],
      [
        `<Markup>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</Markup>`,
        'markup.bcf cannot be read. It has too many elements.',
      ],
      [
        `<Markup>${'<a/>'.repeat(BCF_READ.xmlElements)}</Markup>`,
        'markup.bcf cannot be read. It has too many elements.',
      ],
    ];
    for (const [text, reason] of bad)
      expect(await readAs({ 'a/markup.bcf': text, 'b/markup.bcf': markup(2) })).toEqual([reason, 'Topic 2']);
  });

  it('keeps the texts of a topic whose view is missing', async () => {
    const comments = `<Comment Guid="${guidOf(3)}"><Comment>Seen</Comment></Comment>`;
    const path = join(folder, 'file.bcfzip');
    const files = { 'bcf.version': VERSION, 'a/markup.bcf': markup(1, comments + VIEWPOINT_NAMED) };
    await writeFile(path, await zipOf(files));
    expect(await readBcf(path)).toMatchObject([
      {
        topic: { title: 'Topic 1', comments: [{ text: 'Seen' }], viewpoint: null },
        viewProblem: 'view.bcfv is missing.',
      },
    ]);
  });

  it.each([
    ['without a direction', viewpoint([0, 0, 0]), 'Its camera looks in no direction.'],
    ['with NaN', viewpoint(['NaN', 0, 1]), 'CameraDirection of its viewpoint has a number that cannot be read.'],
    ['without numbers', viewpoint(['', '', '']), 'CameraDirection of its viewpoint has a number that cannot be read.'],
    [
      'at infinity',
      viewpoint([0, 1, 0], ['1e999', 0, 0]),
      'CameraViewPoint of its viewpoint has a number that cannot be read.',
    ],
  ])('may have a camera %s', async (_, view, reason) => {
    const files = { 'a/markup.bcf': markup(1, VIEWPOINT_NAMED), 'a/view.bcfv': view };
    expect(await readAs(files)).toEqual([reason]);
  });

  it('is read in UTF-16 and with CDATA', async () => {
    const utf16 = Buffer.from(`\uFEFF${markup(1, '', '<![CDATA[<Größe>]]>')}`, 'utf16le');
    expect(await readAs({ 'a/markup.bcf': utf16 })).toEqual(['<Größe>']);
  });

  it('is not unpacked beyond the limits', async () => {
    const bomb = Buffer.alloc(BCF_READ.xmlBytes + 1, ' ');
    const tooLarge = 'markup.bcf cannot be read. It unpacks to too much.';
    expect(await readAs({ 'a/markup.bcf': bomb, 'b/markup.bcf': markup(2) })).toEqual([tooLarge, 'Topic 2']);
    const many = Math.ceil(BCF_READ.totalBytes / BCF_READ.xmlBytes) + 1;
    const large = Buffer.alloc(BCF_READ.xmlBytes, ' ');
    const bombs = Object.fromEntries(Array.from({ length: many }, (_, n) => [`${n}/markup.bcf`, large]));
    const reasons = await readAs(bombs);
    expect(reasons.at(-1)).toBe('markup.bcf cannot be read. The archive unpacks to too much.');
  });

  it('with wrong sizes in its directory is refused', async () => {
    const zip = await zipOf({ 'bcf.version': VERSION, 'a/markup.bcf': Buffer.alloc(100_000, ' ') });
    // The size when unpacked, in the directory's entry of the second file: 24 bytes after the signature.
    const entry = zip.lastIndexOf('PK\u0001\u0002');
    zip.writeUInt32LE(100, entry + 24);
    expect(await readAs(zip)).toEqual(['markup.bcf cannot be read. It is damaged.']);
  });

  it('is refused with more topics than the limit', async () => {
    const files = Object.fromEntries(
      Array.from({ length: BCF_READ.topics + 1 }, (_, n) => [`${n}/markup.bcf`, markup(n)]),
    );
    expect(await readAs(files)).toBe('The file has more than 2000 topics.');
  });

  it.each(['../a/markup.bcf', '/a/markup.bcf', 'a/../../markup.bcf', 'C:/markup.bcf', 'a\\..\\..\\markup.bcf'])(
    'with an entry %s is refused whole',
    async (name) => {
      // The writer of archives refuses such a name, so one of the same length is replaced.
      const stand = 'x'.repeat(name.length);
      const zip = await zipOf({ 'bcf.version': VERSION, [stand]: markup(1) });
      const named = Buffer.from(zip.toString('latin1').replaceAll(stand, name), 'latin1');
      expect(await readAs(named)).toBe('The archive is damaged.');
    },
  );

  it.each([
    ['no archive', Buffer.from('<html>'), 'The archive is damaged.'],
    ['nothing', Buffer.alloc(0), 'The archive is damaged.'],
    ['the start of one', Buffer.from('PK\u0003\u0004'), 'The archive is damaged.'],
  ])('that is %s is refused', async (_, content, sentence) => {
    expect(await readAs(content)).toBe(sentence);
  });

  it('names its version', async () => {
    expect(await readAs(await zipOf({ 'a/markup.bcf': markup(1) }))).toBe(
      'This is not a BCF file. bcf.version is missing.',
    );
    expect(await readAs({ 'bcf.version': '<Version VersionId="1.0"/>' })).toBe('This version of BCF cannot be read.');
  });
});
