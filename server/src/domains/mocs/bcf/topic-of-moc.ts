import type { TopicView } from '@overlook/db/schema';
import { type EnuFrame, poseOfCamera, transformDirection, transformPoint, type Vec3 } from '@overlook/shared/maths';
import type { Moc } from '@overlook/shared/schemas';
import { createHash } from 'node:crypto';
import { descriptionText } from '../clean-description.ts';
import { cameraInFrame, frameLabel, markAt, viewOf } from './bcf-frame.ts';
import type { BcfComment, BcfTopic, BcfViewpoint } from './bcf-topic.ts';
import { TOPIC_TYPE } from './topic-xml.ts';

/** The author of a text whose account was deleted, because BCF requires an author. */
const UNKNOWN = 'Unknown';

interface ExportedComment {
  readonly id: number;
  readonly by: string | null;
  readonly authorName: string | null;
  readonly createdAt: Date;
  readonly body: string;
}

/** A change with the further data of its topic. */
export interface ExportedMoc {
  readonly moc: Moc;
  /** The same in every export, and after an import. */
  readonly guid: string;
  /** Name of the person who saved it last. */
  readonly updatedBy: string | null;
  readonly comments: readonly ExportedComment[];
  /** Of the topic that it was imported from. */
  readonly topicView: TopicView | null;
}

/** A change as a topic. `linkOf` makes the address of an attachment. */
export function topicOfMoc(
  { moc, guid, updatedBy, comments, topicView }: ExportedMoc,
  frame: EnuFrame,
  linkOf: (uuid: string) => string,
): BcfTopic {
  const isModified = moc.version > 1;
  const { topic } = moc;
  return {
    guid,
    serverAssignedId: moc.documentNumber,
    type: topic?.type || TOPIC_TYPE,
    status: moc.state,
    title: moc.name,
    description: descriptionText(moc.description),
    labels: [frameLabel(frame.origin), ...(topic?.labels ?? [])],
    priority: topic?.priority ?? '',
    assignedTo: topic?.assignedTo ?? '',
    dueDate: topic?.dueDate ?? '',
    createdAt: topic?.createdAt ?? moc.createdAt,
    createdBy: topic?.author || moc.createdBy || UNKNOWN,
    modifiedAt: isModified ? moc.updatedAt : '',
    modifiedBy: isModified ? (updatedBy ?? UNKNOWN) : '',
    comments: comments.map((comment) => describeComment(comment, guid)),
    documents: moc.attachments.map(({ uuid, filename }) => ({ guid: uuid, url: linkOf(uuid), name: filename })),
    viewpoint: viewpointOf(moc, guid, frame, topicView),
  };
}

const describeComment = ({ id, by, authorName, createdAt, body }: ExportedComment, topicGuid: string): BcfComment => ({
  guid: nameGuid(topicGuid, 'comment', id),
  at: createdAt.toISOString(),
  author: by ?? authorName ?? UNKNOWN,
  text: body,
});

/** The bookmark's camera and a mark at the place. A viewpoint never changes (BCF 3.0): another camera has another GUID. */
function viewpointOf(
  { data: { bookmark }, pois: [poi] }: Moc,
  topicGuid: string,
  frame: EnuFrame,
  topicView: TopicView | null,
): BcfViewpoint | null {
  const place: Vec3 | null = poi ? [poi.x, poi.y, poi.z] : null;
  // Version 3.0 has no viewpoint without a camera.
  const camera = bookmark ? cameraInFrame(frame, poseOfCamera(bookmark)) : place && viewOf(frame, place);
  if (!camera) return null;
  const lines = place ? [markAt(frame, place)] : [];
  const selected = topicView?.selected ?? [];
  const planes = (topicView?.planes ?? []).map(({ location, direction }) => ({
    location: transformPoint(frame.enuFromEcef, location),
    direction: transformDirection(frame.enuFromEcef, direction),
  }));
  const named = [camera, lines, ...(topicView ? [selected, planes] : [])];
  return { guid: nameGuid(topicGuid, 'viewpoint', JSON.stringify(named)), camera, lines, selected, planes };
}

/** A GUID that is the same for the same names (RFC 9562 §5.5, version 5, within the GUID `namespace`). */
function nameGuid(namespace: string, ...names: readonly (string | number)[]): string {
  const hash = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(names.join('\n'))
    .digest();
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
