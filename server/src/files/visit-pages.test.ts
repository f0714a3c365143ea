import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { viewGrants } from '@overlook/db/schema';
import { askAs, type TestPerson } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { aGrant } from '../testing/visitors.ts';
import { loggableUrl } from '../http/logging.ts';

const PORTAL = 'https://portal.example.com';
const INTRANET = 'https://intranet.example.com';
const UNKNOWN = 'x'.repeat(43);

let server: TestServer;
let admin: TestPerson['ask'];
beforeAll(async () => {
  server = await startTestServer({ EMBED_ORIGINS: `${PORTAL},${INTRANET}` });
  admin = askAs(server, await server.token(server.people.admin));
});
afterAll(() => server.close());
beforeEach(() => server.database.db.delete(viewGrants));

type Grant = Awaited<ReturnType<typeof aGrant>>['body'];

const make = async (wanted: object = {}): Promise<Grant> => (await aGrant(server, server.siteIds.plant, wanted)).body;
const makeEmbed = (origins = [PORTAL]) => make({ kind: 'embed', origins });
const open = (kind: 'view' | 'embed', token: unknown) => server.app.inject(`/${kind}/${String(token)}`);
type Answer = Awaited<ReturnType<typeof open>>;
const framedBy = ({ headers }: Answer) =>
  /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
/** The parts of an answer that could distinguish one secret from another. */
const shown = ({ statusCode, body, headers }: Answer) => {
  const { date: _date, 'x-request-id': _id, 'content-security-policy': _policy, ...others } = headers;
  return { statusCode, body, others };
};

describe('the page of a public link', () => {
  it('is not cached, not indexed and not shown in frames', async () => {
    for (const token of [(await make())['token'], (await makeEmbed())['token'], UNKNOWN]) {
      const answer = await open('view', token);
      expect(answer.body).toContain('<title>visit</title>');
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
        'x-robots-tag': 'noindex, nofollow',
      });
      expect(framedBy(answer)).toBe("'none'");
    }
  });

  it('is the same for a secret that exists and for one that does not', async () => {
    expect(shown(await open('view', (await make())['token']))).toEqual(shown(await open('view', UNKNOWN)));
    expect(shown(await open('embed', (await make())['token']))).toEqual(shown(await open('embed', UNKNOWN)));
  });

  it('loads no more than the product', async () => {
    const product = String((await server.app.inject('/')).headers['content-security-policy']);
    const page = String((await open('view', UNKNOWN)).headers['content-security-policy']);
    const withoutFrames = (policy: string) => policy.replace(/frame-ancestors [^;]*/, '');
    expect(withoutFrames(page)).toBe(withoutFrames(product));
  });
});

describe('the page in a frame', () => {
  it('is shown by pages of its own origins only, not by the product and not by other origins of the instance', async () => {
    const answer = await open('embed', (await makeEmbed())['token']);
    expect(framedBy(answer)).toBe(PORTAL);
    expect(answer.headers['x-frame-options']).toBeUndefined();
    expect(framedBy(await open('embed', (await makeEmbed([PORTAL, INTRANET]))['token']))).toBe(`${PORTAL} ${INTRANET}`);
  });

  it('is not shown where the instance no longer names its origin', async () => {
    const { token } = await makeEmbed();
    await server.database.db.update(viewGrants).set({ origins: ['https://before.example.com'] });
    expect(framedBy(await open('embed', token))).toBe("'none'");
  });

  it('is not shown for a public link, an unknown secret and a revoked grant', async () => {
    for (const token of [(await make())['token'], UNKNOWN, 'v1', '%00', 'x'.repeat(4000)])
      expect(framedBy(await open('embed', token))).toBe("'none'");
    const { grant, token } = await makeEmbed();
    await admin('POST', `/view_grants/${grant['id']}/revoke`, {});
    expect(framedBy(await open('embed', token))).toBe("'none'");
  });

  it('shows in its frame that it has ended', async () => {
    const { token } = await makeEmbed();
    await server.database.db.update(viewGrants).set({ endsAt: server.clock.now() });
    expect(framedBy(await open('embed', token))).toBe(PORTAL);
  });
});

it('has no address of its own', async () => {
  const answer = await server.app.inject('/visit.html');
  expect(answer.body).toContain('<title>web</title>');
});

it('is logged without its secret', () => {
  expect(loggableUrl(`/view/${UNKNOWN}`)).toBe('/view/[hidden]');
  expect(loggableUrl(`/embed/${UNKNOWN}?x=1`)).toBe('/embed/[hidden]');
  expect(loggableUrl('/embed/v1/overlook-viewer.js')).toBe('/embed/v1/overlook-viewer.js');
});
