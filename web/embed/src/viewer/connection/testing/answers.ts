/** A simulated server with one view, for tests. */
export const SERVER = 'https://overlook.example';
export const ORIGIN = { longitude: 8, latitude: 47, height: 400 };

/** Responses by path. Each list is consumed in order; its last response repeats. */
export type Answers = Record<string, (() => Response | Promise<Response>)[]>;

export const json =
  (body: object, status = 200) =>
  () =>
    Response.json(body, { status });
export const status = (code: number) => () => new Response(null, { status: code });
export const away = () => Promise.reject(new TypeError('Failed to fetch'));

const site = {
  id: 1,
  name: 'Plant',
  slug: 'plant',
  modelSettings: 0,
  data: { avatar: null, meta: { homeBookmark: null, origin: ORIGIN } },
};
const model = {
  id: 1,
  modelgroupId: 2,
  modeltypeId: 3,
  filepath: '/files/tileset.json',
  plan: null,
  publishedAt: null,
};
const visit = () => ({
  visitorToken: 'visitor.a',
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  siteId: 1,
});

/** Responses for a view that opens for an hour. */
export const opening = (): Answers => ({
  '/api/view_grants/open': [() => Response.json(visit())],
  '/api/sites/all': [json({ sites: [site] })],
  '/api/models/all': [json({ models: [model] })],
  '/api/modelgroups/all': [json({ modelgroups: [{ id: 2, siteId: 1 }] })],
});

/** Replaces `fetch`: returns the responses and records the requests. */
export const fetchOf = (answers: () => Answers, asked: URL[]) => async (address: string | URL) => {
  const url = new URL(address);
  asked.push(url);
  const list = answers()[url.pathname] ?? [status(404)];
  return (list.length > 1 ? list.shift()! : list[0]!)();
};
