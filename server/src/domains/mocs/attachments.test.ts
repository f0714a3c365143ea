import { describe, expect, it } from 'vitest';
import { attachments } from '@overlook/db/schema';
import { mocPeople, aMoc } from './testing/moc-people.ts';

const place = mocPeople();
const { create, list, entriesOf } = place;

describe('attachments', () => {
  const anUpload = async (uploadedBy: number, filename = 'plan.pdf') => {
    const [row] = await place.server.database.db
      .insert(attachments)
      .values({ filename, mediaType: 'application/pdf', sizeBytes: 12, sha256: 'x', uploadedBy })
      .returning();
    return row!.uuid;
  };

  it('are the caller’s own uploads, which a save binds to the change', async () => {
    const [first, second] = [await anUpload(place.editor.id), await anUpload(place.editor.id, 'more.pdf')];
    const { id, attachments: files } = (await create({}, { attachmentUUIDs: [first] }))['moc'];
    expect(files).toMatchObject([{ uuid: first, filename: 'plan.pdf', mediaType: 'application/pdf', sizeBytes: 12 }]);
    const path = `/sites/${place.siteId}/mocs/${id}`;
    const saved = await place.editor.ask('POST', path, { moc: {}, attachmentUUIDs: [first, second, second] });
    expect(saved.body['moc'].attachments.map(({ uuid }: { uuid: string }) => uuid)).toEqual([first, second]);
    expect((await entriesOf(id)).at(-1)!.details).toMatchObject({
      changes: [{ field: 'attachments', before: 'plan.pdf', after: 'plan.pdf, more.pdf' }],
    });
  });

  it('are removed by a save, and kept when it is refused', async () => {
    const uuids = [await anUpload(place.editor.id), await anUpload(place.editor.id, 'more.pdf')];
    const { id } = (await create({}, { attachmentUUIDs: uuids }))['moc'];
    const path = `/sites/${place.siteId}/mocs/${id}`;
    const body = { moc: {}, removedAttachmentUUIDs: [uuids[0]] };
    expect((await place.editor.ask('POST', path, { ...body, version: 7 })).status).toBe(409);
    expect((await list())[0].attachments).toHaveLength(2);
    for (const _again of [1, 2])
      expect((await place.editor.ask('POST', path, body)).body['moc'].attachments).toMatchObject([
        { filename: 'more.pdf' },
      ]);
    const other = (await create())['moc'];
    const elsewhere = { moc: {}, removedAttachmentUUIDs: [uuids[1]] };
    expect((await place.editor.ask('POST', `/sites/${place.siteId}/mocs/${other.id}`, elsewhere)).status).toBe(200);
    expect((await list()).find((moc: { id: number }) => moc.id === id).attachments).toHaveLength(1);
  });

  it('of another person or of another change are refused, and nothing of the save is stored', async () => {
    const theirs = await anUpload(place.viewer.id);
    const taken = await anUpload(place.editor.id);
    await create({}, { attachmentUUIDs: [taken] });
    for (const uuid of [theirs, taken]) {
      const answer = await place.editor.ask('POST', `/sites/${place.siteId}/mocs`, {
        ...aMoc(),
        attachmentUUIDs: [uuid],
      });
      expect([answer.status, answer.body['fields']]).toEqual([
        400,
        { attachmentUUIDs: 'There is no such attachment.' },
      ]);
    }
    expect(await list()).toHaveLength(1);
  });
});
