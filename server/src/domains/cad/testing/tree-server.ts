import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { CadItem } from '@overlook/shared/schemas';
import { importSite } from '../../../publish/import/import-site.ts';
import { aB3dm, aFolder, aTileset } from '../../../publish/testing/made-tiles.ts';
import { aTree, type MadeItem, SMALL_PLANT } from '../../../publish/testing/made-tree.ts';
import { aPerson, query, type TestAnswer, type TestPerson } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

/** An external source with a given answer. */
async function aSource() {
  let answer: RequestListener = (_request, response) => void response.end('{"metadata":{}}');
  const asked: string[] = [];
  const http: Server = createServer((request, response) => {
    asked.push(request.url!);
    answer(request, response);
  });
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    asked,
    answers(next: RequestListener) {
      answer = next;
    },
    close() {
      http.closeAllConnections();
      return new Promise((resolve) => void http.close(resolve));
    },
  };
}

/** Supports from this number on have a name that is more than their place. */
const SERIALS: Record<number, string> = { 5: 'SN-12345/a', 6: 'TN-12345/b' };

/** The GUIDs of two supports, which differ in the case of one letter. */
export const IFC_GUIDS = ['2O2Fr$t4X7Zf8NOew3FLOH', '2O2Fr$t4X7Zf8NOew3FLOh'] as const;

/** Siblings enough for several pages, below the small plant's second root. */
const RACK: MadeItem[] = [
  { id: 'rack', name: 'Rack' },
  ...Array.from({ length: 2500 }, (_, i) => ({
    id: `s${i}`,
    parent: 'rack',
    name: `Support ${i}`,
    featureId: 1000 + i,
    ...(i === 9 ? { tags: ['Øltank'] } : {}),
    ...(i === 7 || i === 8 ? { guid: IFC_GUIDS[i - 7]! } : {}),
    properties: { Item: { Material: i % 2 === 0 ? 'S355' : 'S235', Serial: SERIALS[i] ?? `no. ${i}` } },
  })),
];

/** Opens the database of a test file. */
type OpenDatabase = Parameters<typeof startTestServer>[2];

/**
 * A server with the object tree of a site: the small plant and a rack of 2500 supports, with an external source. Call it once for each
 * database, outside of tests.
 */
export function treeServer(open: OpenDatabase) {
  let server: TestServer;
  let source: Awaited<ReturnType<typeof aSource>>;
  let viewer: TestPerson;
  let siteId: number;
  let call: (procedure: string, input?: object) => Promise<TestAnswer>;
  let names: Map<string, CadItem>;
  beforeAll(async () => {
    server = await startTestServer({}, undefined, open);
    source = await aSource();
    const tree = aTree([...SMALL_PLANT, ...RACK], [{ name: 'Maintenance', url: `${source.url}/assets/{tag}` }]);
    const cad = await aFolder({ 'tileset.json': aTileset(), 'tile.b3dm': aB3dm(), 'tree.jsonl': tree });
    const { database, filesDir } = server;
    const { site } = await importSite(
      { db: database.db, filesDir: join(filesDir, 'cad') },
      { slug: 'works', layers: { cad } },
    );
    siteId = site.id;
    server.forgetPermissions();
    viewer = await aPerson(server, { entries: { [siteId]: { 'VIEW:CAD': true } } });
    call = (procedure, input = {}) => query(server, viewer.token, `cad.${procedure}`, { siteId, ...input });
    const found = await Promise.all(
      ['plant', 'unit', 'p-101', 'pipe', 'vessel', 'rack'].map((text) => call('search', { query: text })),
    );
    names = new Map(found.flatMap(({ body }) => body['items'] as CadItem[]).map((one) => [one.path, one]));
  });
  afterAll(async () => {
    await source.close();
    await server.close();
  });
  afterEach(() => source.answers((_request, response) => void response.end('{"metadata":{}}')));

  return {
    get server() {
      return server;
    },
    get source() {
      return source;
    },
    get viewer() {
      return viewer;
    },
    get siteId() {
      return siteId;
    },
    call: (procedure: string, input: object = {}) => call(procedure, input),
    /** The first item of this name that a search gives. */
    named: (name: string) => [...names.values()].find((one) => one.name === name)!,
    item: (path: string) => names.get(path)!,
    itemId: (path: string) => names.get(path)!.id,
  };
}
