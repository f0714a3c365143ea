import { createHash, randomUUID } from 'node:crypto';
import { ecefFromLla } from '@overlook/shared/maths';
import type { Client } from '../client.ts';
import { type Journal, noteChange } from '../journal.ts';
import type { World } from '../world.ts';

const PLACE = { longitude: 138.5, latitude: -35, height: 30 };
const [x, y, z] = ecefFromLla(PLACE);
const POI = { longitude: PLACE.longitude, latitude: PLACE.latitude, altitude: PLACE.height, x, y, z };
const AXIS = { x: 1, y: 0, z: 0 };
const BOOKMARK = {
  position: { x, y, z },
  direction: AXIS,
  up: AXIS,
  right: AXIS,
  transform: Array.from({ length: 16 }, (_, i) => (i % 5 === 0 ? 1 : 0)),
  frustum: { near: 0.1, far: 1000 },
};
export const FLAGS = ['featuresEmail', 'featuresSMS', 'pointGrabEmail', 'pointGrabSMS'] as const;

interface Member {
  readonly world: World;
  readonly journal: Journal;
  readonly client: Client;
  readonly random: () => number;
}

/** A change with measurements; some have an attachment. Returns its number in the database. */
async function createMoc({ world, journal, client, random }: Member): Promise<number | null> {
  const attachment = random() < 0.4 ? await uploadAttachment({ world, journal, client, random }) : null;
  const guid = randomUUID();
  const measure = `${(random() * 100).toFixed(3)}`;
  const change = noteChange(journal, 'moc', guid, { measure, attachment });
  const answer = await client.change(change, {
    method: 'POST',
    path: `/api/sites/${world.siteId}/mocs`,
    json: {
      guid,
      moc: { name: guid, documentNumber: 'RIG', data: { measurements: { measure, target: null, angle: null } } },
      poi: POI,
      ...(attachment ? { attachmentUUIDs: [attachment.uuid] } : {}),
    },
  });
  return answer && change.outcome === 'acknowledged' ? (answer.body['moc'].id as number) : null;
}

/** Bytes of an attachment that was acknowledged: the name of it, and their hash. */
export interface SentAttachment {
  readonly uuid: string;
  readonly sha256: string;
}

async function uploadAttachment({ journal, client, random }: Member): Promise<SentAttachment | null> {
  const bytes = Buffer.from(`%PDF-1.7\n${String(random()).repeat(2000)}`);
  const form = new FormData();
  form.append('attachment', new Blob([bytes]), 'rig.pdf');
  const change = noteChange(journal, 'attachment', randomUUID());
  const answer = await client.change(change, { method: 'POST', path: '/api/files/attachments/upload', bytes: form });
  if (!answer || change.outcome !== 'acknowledged') return null;
  return { uuid: answer.body['attachment'].uuid, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function comment({ world, journal, client }: Member, mocId: number): Promise<void> {
  const guid = randomUUID();
  const change = noteChange(journal, 'comment', guid, { mocId });
  const json = { siteId: world.siteId, id: mocId, guid, body: guid };
  await client.change(change, { method: 'POST', path: '/trpc/mocs.addComment', json });
}

async function savePlace({ world, journal, client }: Member): Promise<void> {
  const guid = randomUUID();
  const change = noteChange(journal, 'place', guid);
  const json = { siteId: world.siteId, guid, name: guid, data: { bookmark: BOOKMARK } };
  await client.change(change, { method: 'POST', path: '/api/snapshots', json });
}

/** The n-th setting: four flags, the bits of a number. */
async function setPreferences({ journal, client }: Member, n: number): Promise<void> {
  const flags = FLAGS.map((_, bit) => Boolean((n >> bit) & 1));
  const change = noteChange(journal, 'preference', randomUUID(), { userId: client.userId, flags });
  const json = Object.fromEntries(FLAGS.map((flag, bit) => [flag, flags[bit]]));
  await client.change(change, { method: 'POST', path: `/api/users/${client.userId}/notifications`, json });
}

/** Works like a person until it is told to stop: one change after another, with a pause between them. */
export async function runMember(member: Member, pause: () => Promise<boolean>): Promise<void> {
  let mocId: number | null = null;
  for (let n = 0; await pause(); n++) {
    const what = member.random();
    if (mocId === null || what < 0.3) mocId = (await createMoc(member)) ?? mocId;
    else if (what < 0.6) await comment(member, mocId);
    else if (what < 0.85) await savePlace(member);
    else await setPreferences(member, n);
  }
}
