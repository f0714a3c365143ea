/** The access to each address of changes, attachments, Places and pictures, with existing records. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photos, snapshots } from '@overlook/db/schema';
import { ecefFromLla } from '@overlook/shared/maths';
import { PERMISSION_TOKENS, type PermissionToken } from '@overlook/shared/permissions';
import { aMultipartBody } from '../testing/multipart.ts';
import { aPerson, type TestPerson } from '../testing/people.ts';
import { aPicture, BOOKMARK, savePlace, uploadPicture } from '../testing/places.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { aVisitor } from '../testing/visitors.ts';
import { FILE_TABLE } from './file-table.ts';
import { REST_TABLE } from './table.ts';

/** The permissions of each person at the plant. */
const AT_PLANT = {
  viewer: ['VIEW:TEXTURED'],
  owner: ['VIEW:TEXTURED'],
  photographer: ['VIEW:TEXTURED', 'FEATURE:NEARBYSNAPSHOTS'],
  reader: ['VIEW:TEXTURED', 'MOC:VIEW'],
  creator: ['VIEW:TEXTURED', 'MOC:VIEW', 'MOC:CREATE'],
  editor: ['VIEW:TEXTURED', 'MOC:VIEW', 'MOC:UPDATE'],
  remover: ['VIEW:TEXTURED', 'MOC:VIEW', 'MOC:DELETE'],
  /** May change what they may not see. */
  blind: ['VIEW:TEXTURED', 'MOC:UPDATE', 'MOC:DELETE'],
  stranger: [],
} as const satisfies Record<string, readonly PermissionToken[]>;
type Name = keyof typeof AT_PLANT | 'admin';

const ORIGIN = 'https://view.plant.example';
const PLACE = { longitude: 138.5, latitude: -35, altitude: 30 };
const [x, y, z] = ecefFromLla({ ...PLACE, height: PLACE.altitude });
const POI = { ...PLACE, x, y, z };
const corner = (dx: number, dy: number, position: number) => ({
  id: `p${position}`,
  name: `Point ${position}`,
  position,
  x: x + dx,
  y: y + dy,
  z,
});
const AREA = {
  name: 'Laydown',
  bottomHeight: 0,
  topHeight: 5,
  points: [corner(0, 0, 0), corner(9, 0, 1), corner(0, 9, 2)],
};
const A_MOC = { moc: { name: 'New flare tip', documentNumber: 'MOC-1' }, poi: POI };

let server: TestServer;
let plant: number;
let visitor: string;
const people = {} as Record<Name, TestPerson>;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: ORIGIN });
  plant = server.siteIds.plant;
  const everything = PERMISSION_TOKENS.map(({ token }) => token);
  const allowing = (tokens: readonly PermissionToken[]) => Object.fromEntries(tokens.map((token) => [token, true]));
  for (const [name, tokens] of Object.entries(AT_PLANT)) {
    // The stranger may do everything at the other site.
    const farm = name === 'stranger' ? everything : [];
    const entries = { [plant]: allowing(tokens), [server.siteIds.farm]: allowing(farm) };
    people[name as Name] = await aPerson(server, { name, entries });
  }
  people.admin = await aPerson(server, { name: 'admin', allowed: everything });
  visitor = await aVisitor(server, plant);
});
afterAll(() => server.close());

const successful = async <T>(answer: Promise<{ status: number; body: T }>): Promise<T> => {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};
const aMoc = async (more: object = {}): Promise<number> =>
  (await successful(people.admin.ask('POST', `/sites/${plant}/mocs`, { ...A_MOC, ...more })))['moc'].id;
async function anArea(): Promise<string> {
  const id = await aMoc();
  const { moc } = await successful(people.admin.ask('POST', `/sites/${plant}/mocs/${id}/area`, AREA));
  return `/sites/${plant}/mocs/${id}/area/delete/${Object.keys(moc.polygons)[0]}`;
}
async function anAttachment(): Promise<string> {
  const { payload, headers } = await aMultipartBody('attachment', '%PDF-1.7\nx', 'plan.pdf');
  const authorization = `Bearer ${people.admin.token}`;
  const url = '/api/files/attachments/upload';
  const sent = await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, authorization } });
  const { uuid } = sent.json<{ attachment: { uuid: string } }>().attachment;
  await aMoc({ attachmentUUIDs: [uuid] });
  return uuid;
}
const aPlace = async (): Promise<number> => (await savePlace(server, people.owner))['id'];
async function aPlacePicture(): Promise<string> {
  const { uuid } = (await uploadPicture(server, people.owner, await aPicture(40, 30))).body;
  await savePlace(server, people.owner, { filename: uuid });
  return uuid;
}
/** A photo at the plant that has the file of a picture. */
async function aPhoto(): Promise<string> {
  const { uuid } = (await uploadPicture(server, people.owner, await aPicture(40, 30))).body;
  const { db } = server.database;
  const place = { ...PLACE, x, y, z };
  const row = {
    siteId: plant,
    name: 'IMG_1',
    filename: uuid,
    imageType: 'photo',
    heightType: 'ground',
    ...place,
  } as const;
  const [{ id }] = (await db.insert(snapshots).values(row).returning({ id: snapshots.id })) as [{ id: number }];
  const rest = { projection: 'perspective', widthPx: 40, heightPx: 30, isPoseMeasured: true } as const;
  await db.insert(photos).values({ snapshotId: id, ...rest, altitudeSource: 'ellipsoidal', sourceName: 'IMG_1.jpg' });
  return uuid;
}

interface Row {
  readonly row: string;
  /** Below `/api`; made for each caller. */
  readonly path: () => Promise<string> | string;
  readonly body?: object | (() => Promise<{ payload: Buffer; headers: Record<string, string> }>);
  /** People with access; all others who are signed in get `refusal`, 404 by default. */
  readonly allowed: readonly Name[];
  readonly refusal?: number;
  /** The status for people with access, where it is not 200. */
  readonly accepted?: number;
}
const MOC_READERS = ['reader', 'creator', 'editor', 'remover', 'admin'] as const;
const SITE_VIEWERS = ['viewer', 'owner', 'photographer', 'blind', ...MOC_READERS] as const;
const EVERYONE = [...SITE_VIEWERS, 'stranger'] as const;
const aFile = (field: string, content: () => Promise<Buffer> | string) => async () =>
  aMultipartBody(field, await content(), field === 'photo' ? 'a.jpg' : 'a.pdf');
const A_MAIL = { sender: 'nobody@else.example', subject: 'Look', body: '', recipients: ['kim@x.example'] };

const ROWS: readonly Row[] = [
  { row: 'GET /sites/:siteId/mocs/pois', path: () => `/sites/${plant}/mocs/pois`, allowed: MOC_READERS },
  { row: 'POST /sites/:siteId/mocs', path: () => `/sites/${plant}/mocs`, body: A_MOC, allowed: ['creator', 'admin'] },
  {
    row: 'POST /sites/:siteId/mocs/:id',
    path: async () => `/sites/${plant}/mocs/${await aMoc()}`,
    body: A_MOC,
    allowed: ['editor', 'admin'],
  },
  {
    row: 'POST /sites/:siteId/mocs/:id/area',
    path: async () => `/sites/${plant}/mocs/${await aMoc()}/area`,
    body: AREA,
    allowed: ['editor', 'admin'],
  },
  { row: 'GET /sites/:siteId/mocs/:id/area/delete/:areaUuid', path: anArea, allowed: ['editor', 'admin'] },
  {
    row: 'GET /sites/:siteId/mocs/delete/:id',
    path: async () => `/sites/${plant}/mocs/delete/${await aMoc()}`,
    allowed: ['remover', 'admin'],
  },
  {
    row: 'GET /sites/:siteId/mocs/export.geojson',
    path: () => `/sites/${plant}/mocs/export.geojson`,
    allowed: MOC_READERS,
  },
  { row: 'GET /sites/:siteId/mocs/export.csv', path: () => `/sites/${plant}/mocs/export.csv`, allowed: MOC_READERS },
  {
    row: 'GET /sites/:siteId/mocs/export.bcfzip',
    path: () => `/sites/${plant}/mocs/export.bcfzip`,
    allowed: MOC_READERS,
  },
  {
    row: 'POST /sites/:siteId/mocs/import.bcfzip',
    path: () => `/sites/${plant}/mocs/import.bcfzip`,
    body: aFile('bcf', () => 'no BCF'),
    allowed: ['creator', 'admin'],
    accepted: 400,
  },
  {
    row: 'POST /files/attachments/upload',
    path: () => '/files/attachments/upload',
    body: aFile('attachment', () => '%PDF-1.7\nx'),
    // The file belongs to no site yet.
    allowed: ['creator', 'editor', 'blind', 'admin', 'stranger'],
    refusal: 403,
  },
  {
    row: 'GET /files/attachments/:uuid',
    path: async () => `/files/attachments/${await anAttachment()}`,
    allowed: MOC_READERS,
  },
  {
    row: 'POST /files/attachments/archive/:uuid',
    path: async () => `/files/attachments/archive/${await anAttachment()}`,
    body: {},
    allowed: ['editor', 'admin'],
  },
  {
    row: 'POST /files/attachments/restore/:uuid',
    path: async () => `/files/attachments/restore/${await anAttachment()}`,
    body: {},
    allowed: ['editor', 'admin'],
  },
  { row: 'GET /snapshots/user', path: () => '/snapshots/user', allowed: EVERYONE },
  { row: 'GET /snapshots/:id', path: async () => `/snapshots/${await aPlace()}`, allowed: SITE_VIEWERS },
  {
    row: 'POST /snapshots/nearby',
    path: () => '/snapshots/nearby',
    body: { ...PLACE },
    allowed: ['photographer', 'admin'],
  },
  { row: 'POST /snapshots', path: () => '/snapshots', body: { name: 'A view' }, allowed: SITE_VIEWERS },
  {
    row: 'POST /snapshots/:id',
    path: async () => `/snapshots/${await aPlace()}`,
    body: { name: 'B' },
    allowed: ['owner'],
  },
  { row: 'GET /snapshots/archive/:id', path: async () => `/snapshots/archive/${await aPlace()}`, allowed: ['owner'] },
  { row: 'GET /snapshots/delete/:id', path: async () => `/snapshots/delete/${await aPlace()}`, allowed: ['owner'] },
  {
    row: 'POST /snapshots/bookmark/share',
    path: () => '/snapshots/bookmark/share',
    body: A_MAIL,
    allowed: SITE_VIEWERS,
    // In the words for any other address.
    refusal: 400,
  },
  {
    row: 'POST /files/snapshots/upload/:siteId/snapshot',
    path: () => `/files/snapshots/upload/${plant}/snapshot`,
    body: aFile('photo', () => aPicture(40, 30)),
    allowed: SITE_VIEWERS,
  },
  {
    row: 'GET /files/snapshots/:filename/:size',
    path: async () => `/files/snapshots/${await aPlacePicture()}/thumb`,
    allowed: SITE_VIEWERS,
  },
  {
    row: 'GET /files/snapshots/:filename/:size',
    path: async () => `/files/snapshots/${await aPhoto()}/native`,
    allowed: ['photographer', 'admin'],
  },
  {
    row: 'GET /files/snapshots/random/site/:siteId',
    path: async () => {
      await aPlacePicture();
      return `/files/snapshots/random/site/${plant}`;
    },
    allowed: SITE_VIEWERS,
  },
];

async function ask({ row, path, body }: Row, token: string | null) {
  const url = `/api${await path()}`;
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const method = row.startsWith('GET') ? 'GET' : 'POST';
  if (typeof body === 'function') {
    const file = await body();
    return server.app.inject({ method, url, payload: file.payload, headers: { ...file.headers, ...headers } });
  }
  return server.app.inject({ method, url, headers, ...(body ? { payload: await atPlant(row, body) } : {}) });
}

/** Bodies name the site, the Place and its link once these exist. */
async function atPlant(row: string, body: object): Promise<object> {
  if (row === 'POST /snapshots/nearby') return { siteID: plant, ...body };
  if (row === 'POST /snapshots/bookmark/share')
    return { ...body, shareURL: `${ORIGIN}/bookmark/${plant}/${await aPlace()}` };
  return row === 'POST /snapshots' ? { siteId: plant, data: { bookmark: BOOKMARK }, ...body } : body;
}

describe('the addresses of changes, attachments, Places and pictures', () => {
  it('are all tried', () => {
    const known = [...REST_TABLE, ...FILE_TABLE]
      .map(({ method, path }) => `${method} ${path}`)
      .filter((row) => /mocs|attachments|snapshots/.test(row));
    // They need an object tree, and tiles of a panorama: their tests are with these.
    const elsewhere = [
      'GET /sites/:siteId/mocs/:id/touched.csv',
      'GET /files/snapshots/:filename/tiles/:level/:column/:row',
    ];
    expect([...new Set([...ROWS.map(({ row }) => row), ...elsewhere])].sort()).toEqual(known.sort());
  });

  it.each(ROWS)('$row answers all people by their permissions', async (row) => {
    const { allowed, accepted = 200, refusal = 404 } = row;
    const found: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const [name, { token }] of Object.entries(people)) {
      found[name] = (await ask(row, token)).statusCode;
      expected[name] = allowed.includes(name as Name) ? accepted : refusal;
    }
    for (const [name, token] of [['no session', null] as const, ['visitor', visitor] as const]) {
      found[name] = (await ask(row, token)).statusCode;
      expected[name] = 401;
    }
    expect(found).toEqual(expected);
  });
});
