import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { ContentHttpError } from '../content-errors.ts';
import { openZip } from './open-zip.ts';
import { fileAt, type RemoteFile, RemoteSource } from './remote-file.ts';
import { madeZip } from './testing/made-zip.ts';

const TILE = new Uint8Array(3000).map((_, i) => (i * 37) % 251);
const ZIP = madeZip([
  { name: 'tileset.json', bytes: '{"asset":{}}', method: 8 },
  { name: 'a.glb', bytes: TILE },
  // So that the list of files is not within the end that is read first.
  { name: 'large.bin', bytes: new Uint8Array(100_000) },
]);

let server: Server;
let url: URL;
/** What the server does, and the ranges that were requested of it. */
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let ranges: (string | undefined)[];

beforeEach(async () => {
  ranges = [];
  answer = inParts();
  server = createServer((request, response) => {
    ranges.push(request.headers.range);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/files/plant%201.3tz`);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

interface Parts {
  bytes?: Uint8Array;
  modified?: string;
  /** In place of what is true. */
  contentRange?: string;
  body?: Uint8Array;
}

/** Answers with the requested range. */
const inParts =
  ({ bytes = ZIP, modified = 'Mon, 01 Jan 2024 00:00:00 GMT', contentRange, body }: Parts = {}): typeof answer =>
  ({ headers }, response) => {
    const [from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range!)!.slice(1).map(Number) as [number, number];
    const last = Math.min(to, bytes.length - 1);
    const range = contentRange ?? `bytes ${from}-${last}/${bytes.length}`;
    response.writeHead(206, { 'content-range': range, 'last-modified': modified });
    response.end(body ?? bytes.subarray(from, last + 1));
  };
const asAWhole: typeof answer = (_, response) => response.writeHead(200).end(ZIP);
const status =
  (code: number): typeof answer =>
  (_, response) =>
    response.writeHead(code).end();

const remote = async () => (await fileAt(url, true)) as RemoteFile;

describe('an archive on a server that gives parts of files', () => {
  it('is read by its list and one request for a small file', async () => {
    const file = await remote();
    expect(file).toEqual({
      name: 'plant 1.3tz',
      url: url.href,
      size: ZIP.length,
      modified: 'Mon, 01 Jan 2024 00:00:00 GMT',
    });
    const zip = await openZip(file, file.name);
    ranges = [];
    expect(await zip.read('a.glb')).toEqual(TILE);
    expect(ranges).toHaveLength(1);
  });

  it.each<[string, Parts]>([
    ['of another size', { bytes: madeZip([{ name: 'tileset.json', bytes: '{}' }]) }],
    ['of another time', { modified: 'Tue, 02 Jan 2024 00:00:00 GMT' }],
    ['at another place', { contentRange: 'bytes 5-9/100' }],
  ])('that is replaced by one %s is not mixed with it', async (_, parts) => {
    const zip = await openZip(await remote(), 'plant.3tz');
    answer = inParts(parts);
    const reading = zip.read('a.glb');
    await expect(reading).rejects.toThrow('plant.3tz, a.glb: The file at its address has changed. Add it again.');
    await expect(reading).rejects.toBeInstanceOf(MalformedContentError);
  });

  it.each<[string, typeof answer]>([
    ['fewer bytes', inParts({ body: TILE.subarray(0, 5), contentRange: `bytes 0-9/${ZIP.length}` })],
    ['more bytes', inParts({ body: TILE, contentRange: `bytes 0-9/${ZIP.length}` })],
    ['nothing', (request) => void request.destroy()],
    ['an error', status(503)],
  ])('whose server answers with %s may be asked again', async (_, wrong) => {
    const source = new RemoteSource(await remote());
    answer = wrong;
    const reading = source.read(0, 10, 'a.glb');
    await expect(reading).rejects.toBeInstanceOf(ContentHttpError);
    await expect(reading).rejects.toMatchObject({ retryable: true });
  });

  it('that is withdrawn is not asked for again', async () => {
    const source = new RemoteSource(await remote());
    answer = status(404);
    await expect(source.read(0, 10, 'a.glb')).rejects.toMatchObject({ status: 404, retryable: false });
    answer = status(416);
    await expect(source.read(0, 10, 'a.glb')).rejects.toBeInstanceOf(MalformedContentError);
  });

  it('stops reading with the signal', async () => {
    const source = new RemoteSource(await remote());
    answer = () => undefined;
    const stopping = new AbortController();
    const reading = source.read(0, 10, 'a.glb', stopping.signal);
    stopping.abort(new Error('The view has moved on.'));
    await expect(reading).rejects.toThrow('The view has moved on.');
  });
});

describe('a file on a server', () => {
  it.each<[string, boolean, typeof answer]>([
    ['that gives no parts', true, asAWhole],
    [
      'whose ranges this page may not see',
      true,
      ({ headers }, response) => response.writeHead(headers.range ? 206 : 200).end(headers.range ? 'P' : ZIP),
    ],
    ['that is wanted whole', false, asAWhole],
  ])('%s is read as a whole', async (_, isInParts, how) => {
    answer = how;
    const file = (await fileAt(url, isInParts)) as File;
    expect([file.name, file.size]).toEqual(['plant 1.3tz', ZIP.length]);
    expect(await (await openZip(file, file.name)).read('a.glb')).toEqual(TILE);
  });

  it('is refused with its host where that does not answer, or with another status', async () => {
    answer = status(403);
    await expect(fileAt(url, true)).rejects.toThrow(`${url.host} answered 403.`);
    server.closeAllConnections();
    server.close();
    await expect(fileAt(url, true)).rejects.toThrow(`${url.host} does not answer, or this page may not read from it.`);
  });

  it('is refused where it is cut off on its way, or larger than what is read as a whole', async () => {
    answer = (_, response) =>
      void response.writeHead(200, { 'content-length': '1000' }).write('PK', () => response.destroy());
    await expect(fileAt(url, true)).rejects.toThrow('plant 1.3tz: It was cut off on its way.');
    answer = (_, response) => void response.writeHead(200, { 'content-length': 2 ** 30 }).write('PK');
    await expect(fileAt(url, true)).rejects.toThrow(
      'plant 1.3tz: Its server does not give parts of files, and it is larger than 512 MiB.',
    );
  });
});
