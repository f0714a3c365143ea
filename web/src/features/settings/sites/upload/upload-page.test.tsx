import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { WAIT } from '@overlook/engine/testing/wait';
import { UPLOAD_DIGEST_BYTES } from '@overlook/shared/config';
import type { Upload } from '@overlook/shared/schemas';
import { addSending, resetUploads, updateSending, uploads as sent } from '../../../../state/uploads.ts';
import { FakeTus } from '../../../../testing/fake-tus.ts';
import { answerCalls, Refusal, showInPage } from '../../../../testing/in-page.tsx';
import { aManagedSite } from '../testing/a-managed-site.ts';
import { recognise } from './recognise/recognise.ts';
import { assignLayers } from './recognise/assign-layers.ts';
import { deliveryOf } from './recognise/delivery.ts';
import { madeLas } from './testing/made-las.ts';
import { UploadPage } from './upload-page.tsx';

const SITE = aManagedSite(1, { name: 'Plant', layers: [] });
const ID = '00000000-0000-4000-8000-000000000001';
const upload = (more: Partial<Upload>): Upload => ({
  id: ID,
  siteId: 1,
  title: 'Survey',
  by: 'Ada Boole',
  isOwn: true,
  fingerprint: 'x',
  parts: [{ part: 'points', files: 2, bytes: 1000 }],
  options: {},
  state: 'receiving',
  bytes: 2000,
  receivedBytes: 500,
  progress: null,
  failure: null,
  warnings: [],
  createdAt: '2026-03-14T08:00:00.000Z',
  finishedAt: null,
  ...more,
});

function show({
  site = {},
  uploads = [] as Upload[],
  spaceBytes = 1e9 as number | null,
  create = () => {},
  clouds = [] as object[],
} = {}) {
  const calls = answerCalls({
    'managedSites.get': () => ({ site: { ...SITE, ...site } }),
    'uploads.all': () => ({ uploads, spaceBytes }),
    'uploads.create': () => {
      create();
      return { upload: upload({}) };
    },
    'uploads.retry': () => ({ upload: upload({ state: 'working' }) }),
    'uploads.cancel': () => ({ status: 'success' }),
    'captures.managed': () => ({ layers: [{ modeltypeId: 1, keep: null, captures: clouds }] }),
  });
  const { user } = showInPage(<UploadPage id={1} />, ['SITES:MANAGE']);
  const asked = (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input);
  return { user, asked };
}

const file = (name: string, content: BlobPart = 'x') => new File([content], name, { lastModified: 1 });
const choose = async (...files: File[]) => {
  const input = await screen.findByLabelText('Files', {}, WAIT);
  fireEvent.change(input, { target: { files } });
};
const start = () => screen.getByRole('button', { name: 'Start upload' });
const reason = () => start().getAttribute('data-tooltip');

/** A server that takes the bytes of the delivery; they are answered when all have arrived. */
async function arrivedAt(server: FakeTus, size: number): Promise<string> {
  await waitFor(() => expect(server.bytesOf(ID).length).toBe(size), WAIT);
  return new TextDecoder().decode(server.bytesOf(ID).subarray(0, size - UPLOAD_DIGEST_BYTES));
}

afterEach(resetUploads);

it('shows what was chosen, and starts with the corrections that were made', async () => {
  const server = FakeTus.start({ [ID]: 327 + 'points\t327\ta.las\n'.length + UPLOAD_DIGEST_BYTES });
  const { user, asked } = show();
  expect(await screen.findByRole('heading', { name: 'Plant / Add data' }, WAIT)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Start upload' })).toBeNull();
  await choose(file('a.las', madeLas({ points: 5, epsg: null })), file('1.jpg'), file('notes.docx'));
  expect(await screen.findByText('2 of 3 parts recognised', {}, WAIT)).toBeTruthy();
  const row = screen.getByRole('row', { name: /Point cloud, a.las/ });
  expect(row.textContent).toContain('5 points');
  expect(within(row).getByRole('img', { name: 'Something will be missing' })).toBeTruthy();
  const other = screen.getByRole('row', { name: /notes.docx/ });
  expect(other.textContent).toContain('Left out');
  expect(within(other).getByRole('checkbox').hasAttribute('disabled')).toBe(true);
  expect(reason()).toBe('Point cloud states no coordinate system. Give one, or a position.');
  const crs = screen.getByRole('combobox', { name: 'Coordinates' });
  await user.type(crs, 'MGA zone 999');
  expect(await screen.findByText('No known system has this code, name or place', {}, WAIT)).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(reason()).toContain('This is neither EPSG:n');
  await user.clear(crs);
  await user.type(crs, 'australia mga 54 2020');
  await user.click(await screen.findByRole('option', { name: 'GDA2020 / MGA zone 54' }, WAIT));
  expect((crs as HTMLInputElement).value).toBe('EPSG:7854');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Heights' }), 'Above the ellipsoid');
  await user.click(screen.getByRole('checkbox', { name: 'Send 1.jpg' }));
  expect(screen.getByText(/^1 part, 1 file, /)).toBeTruthy();
  await user.click(start());
  await waitFor(() => expect(asked('uploads.create')).toHaveLength(1), WAIT);
  const [created] = asked('uploads.create') as [Record<string, unknown>];
  expect(created).toMatchObject({
    siteId: 1,
    title: 'a.las',
    options: { crs: 'EPSG:7854', altitudes: 'ellipsoidal' },
    parts: [{ part: 'points', files: 1, bytes: 227 + 100 }],
  });
  expect(await arrivedAt(server, created['bytes'] as number)).toMatch(/^points\t327\ta\.las\nLASF/);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Start upload' })).toBeNull(), WAIT);
});

it('says why it cannot start: a date, space, a failed call; a further capture is a draft first', async () => {
  const { user, asked } = show({
    site: { layers: [{ modeltypeId: 3, publishedAt: '2026-03-14T08:00:00.000Z' }], photos: 7 },
    spaceBytes: 3_100_000,
    create: () => {
      throw new Refusal(409, 'You have 20 unfinished deliveries.');
    },
  });
  await choose(file('big.3tz', new Uint8Array(4_800_000)), file('1.jpg'));
  await screen.findByText('2 of 2 parts recognised', {}, WAIT);
  expect(reason()).toContain('Type when it was captured: the site has a layer Textured already');
  const details = screen.getByRole('region', { name: 'Details of Tileset archive' });
  const inDetails = (role: string, name: string) => within(details).getByRole(role, { name });
  await user.type(inDetails('textbox', 'Captured on'), '2026-13');
  expect(reason()).toBe('Type a date that is past, as 2026-03-14, 2026-03 or 2026');
  await user.clear(inDetails('textbox', 'Captured on'));
  expect(within(details).queryByRole('checkbox', { name: 'Replace the published capture' })).toBeNull();
  await user.click(inDetails('checkbox', 'Show it only to me first'));
  expect(details.textContent).toContain('all 7 photos of the site are removed, too');
  await user.click(inDetails('checkbox', 'Replace the published capture'));
  expect(reason()?.replaceAll('\u202F', ' ')).toBe('Needs 4.8 MB, 3.1 MB are free');
  await user.click(inDetails('checkbox', 'Show it only to me first'));
  await user.type(inDetails('textbox', 'Captured on'), '2026-03');
  expect(reason()?.replaceAll('\u202F', ' ')).toBe('Needs 4.8 MB, 3.1 MB are free');
  await user.click(screen.getByRole('checkbox', { name: 'Send big.3tz' }));
  await waitFor(() => expect(reason()).toBeNull(), WAIT);
  await user.click(start());
  expect(await screen.findByText('You have 20 unfinished deliveries.', {}, WAIT)).toBeTruthy();
  expect(asked('uploads.create')).toMatchObject([{ options: {} }]);
  expect(sent.sendings).toEqual([]);
});

it('a part is sent with the capture that it is of and the region that it replaces', async () => {
  const cloud = (takenOn: string, more: object) => ({ takenOn, precision: 'day', points: 9, placement: null, ...more });
  const clouds = [
    cloud('2026-06-19', { publishedAt: null }),
    cloud('2026-03-14', { publishedAt: '2026-03-15T08:00:00.000Z', withdrawnAt: null }),
    cloud('2025-09-12', { publishedAt: '2025-09-13T08:00:00.000Z', withdrawnAt: null, points: null }),
  ];
  const { user, asked } = show({ site: { layers: [{ modeltypeId: 1, publishedAt: null }] }, clouds });
  await choose(file('a.las', madeLas({ points: 5, epsg: 7854 })));
  const details = await screen.findByRole('region', { name: 'Details of Point cloud' }, WAIT);
  const inDetails = (role: string, name: string) => within(details).getByRole(role, { name });
  await user.type(inDetails('textbox', 'Captured on'), '2026-11');
  await user.click(inDetails('checkbox', 'A part, scanned anew'));
  await within(details).findByRole('option', { name: '14 Mar 2026' }, WAIT);
  const onto = inDetails('combobox', 'Part of the capture of');
  expect([...(onto as HTMLSelectElement).options].map(({ text }) => text)).toEqual(['The newest', '14 Mar 2026']);
  await user.selectOptions(onto, '14 Mar 2026');
  await user.type(inDetails('textbox', 'Replace only within'), '138.51, -34.78');
  expect(reason()).toContain('2 to 1,000 places');
  await user.type(inDetails('textbox', 'Replace only within'), ', 138.52, -34.77');
  await user.click(start());
  const places = [
    [138.51, -34.78],
    [138.52, -34.77],
  ];
  await waitFor(
    () =>
      expect(asked('uploads.create')).toMatchObject([{ options: { part: true, onto: '2026-03-14', within: places } }]),
    WAIT,
  );
});

it('a second tileset waits until another layer is chosen', async () => {
  const { user } = show();
  await choose(file('a.3tz'), file('b.3tz'));
  const second = await screen.findByRole('button', { name: /b\.3tz/ }, WAIT);
  await user.click(second);
  const details = await screen.findByRole('region', { name: 'Details of Tileset archive' }, WAIT);
  expect(details.textContent).toContain('The layer Textured is taken by a.3tz.');
  await user.selectOptions(within(details).getByRole('combobox', { name: 'Layer' }), 'Shaded');
  expect(screen.getByText(/^2 parts, 2 files, /)).toBeTruthy();
});

it('goes on with a delivery that was begun with the same files, with the layers of that time', async () => {
  const files = [file('a.3tz', 'aa'), file('b.3tz', 'bbb')];
  const selection = await recognise(
    files.map((one) => ({ path: one.name, file: one })),
    new AbortController().signal,
  );
  const planned = assignLayers(selection.parts, { 'archive b.3tz': { layer: 'shaded' } });
  const { fingerprint, bytes, parts } = deliveryOf(selection, planned);
  const server = FakeTus.start({ [ID]: bytes });
  const { asked } = show({ uploads: [upload({ fingerprint, bytes, parts, receivedBytes: 10 })] });
  expect(await screen.findByRole('button', { name: 'Choose the folder again to go on' }, WAIT)).toBeTruthy();
  await choose(...files.toReversed());
  expect(await arrivedAt(server, bytes)).toBe('textured\t2\ta.3tz\nshaded\t3\tb.3tz\naabbb');
  expect(asked('uploads.create')).toEqual([]);
});

it('lists deliveries by what is to be done, and says who sends those of others', async () => {
  addSending({ id: ID, siteId: 1, title: 'Survey', bytes: 2000 });
  updateSending(ID, { state: 'paused', sentBytes: 800, nextTryAt: new Date(2026, 0, 1, 14, 22, 8).getTime() });
  const other = (n: number, more: Partial<Upload>) => upload({ id: ID.replace(/1$/, String(n)), ...more });
  show({
    uploads: [
      upload({}),
      other(2, { title: 'Theirs', isOwn: false }),
      other(3, {
        state: 'working',
        title: 'Working',
        progress: { label: 'Copying', done: 41, total: 100, unit: 'items' },
      }),
      other(4, { state: 'done', title: 'Old', warnings: ['One point was left out.'] }),
    ],
  });
  const sending = await screen.findByRole('region', { name: 'Sending' }, WAIT);
  expect(within(sending).getByText('Paused')).toBeTruthy();
  expect(sending.textContent).toContain('Ada Boole sends this');
  expect(screen.getByText(/The connection was lost.*next try at 14:22:08/)).toBeTruthy();
  expect(screen.getByRole('region', { name: 'At work' }).textContent).toContain('Copying, 41 %');
  expect(screen.getByRole('region', { name: 'Done' }).textContent).toContain('One point was left out.');
  expect(screen.queryByRole('region', { name: 'Needs you' })).toBeNull();
});

it('corrects a refused delivery without sending anything again, and leaves its file out', async () => {
  const failure = { error: 'a.las: It is cut off.', file: 'scan/a.las', place: 'header', reason: 'It is cut off.' };
  const { user, asked } = show({ uploads: [upload({ state: 'refused', failure, options: { crs: 'EPSG:7854' } })] });
  const needs = await screen.findByRole('region', { name: 'Needs you' }, WAIT);
  expect(needs.textContent).toContain('Refused: scan/a.las, header. It is cut off.');
  await user.click(within(needs).getByRole('button', { name: 'Correct and try again' }));
  const dialog = await screen.findByRole('dialog', { name: 'Correct Survey' }, WAIT);
  const crs = within(dialog).getByRole('combobox', { name: 'Coordinates' });
  expect((crs as HTMLInputElement).value).toBe('EPSG:7854');
  await user.clear(crs);
  await user.type(within(dialog).getByRole('textbox', { name: 'Longitude' }), '138.5');
  await user.type(within(dialog).getByRole('textbox', { name: 'Latitude' }), '-35');
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  expect(asked('uploads.retry')).toEqual([]);
  expect(within(dialog).getByRole('alert').textContent).toContain('A position needs');
  await user.type(within(dialog).getByRole('textbox', { name: 'Height in m' }), '30');
  await user.click(within(dialog).getByRole('checkbox', { name: 'Leave out scan/a.las' }));
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }));
  const options = { at: { longitude: 138.5, latitude: -35, height: 30 } };
  await waitFor(
    () => expect(asked('uploads.retry')).toEqual([{ siteId: 1, id: ID, options, leftOut: ['points/scan/a.las'] }]),
    WAIT,
  );
});

it('cancels after a question that says the bytes', async () => {
  const { user, asked } = show({ uploads: [upload({})] });
  await user.click(await screen.findByRole('button', { name: 'Cancel Survey' }, WAIT));
  const dialog = await screen.findByRole('alertdialog', {}, WAIT);
  expect(dialog.textContent).toMatch(/500\sB are removed from the server/);
  expect(asked('uploads.cancel')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel delivery' }));
  await waitFor(() => expect(asked('uploads.cancel')).toEqual([{ siteId: 1, id: ID }]), WAIT);
});
