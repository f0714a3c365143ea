import { type EnuFrame, poseOfCamera, type Vec3 } from '@overlook/shared/maths';
import type { Moc } from '@overlook/shared/schemas';
import { descriptionText } from '../clean-description.ts';
import { cameraInFrame, frameLabel, markAt, viewOf } from './bcf-frame.ts';
import type { BcfComment, BcfTopic, BcfViewpoint } from './bcf-topic.ts';
import { nameGuid } from './name-guid.ts';
import { TOPIC_TYPE } from './write-bcf.ts';

/** The author of a text whose account was deleted, because BCF requires an author. */
const UNKNOWN = 'Unknown';

interface ExportedComment {
  readonly id: number;
  readonly by: string | null;
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
}

/** A change as a topic. `linkOf` makes the address of an attachment. */
export function topicOfMoc(
  { moc, guid, updatedBy, comments }: ExportedMoc,
  frame: EnuFrame,
  linkOf: (uuid: string) => string,
): BcfTopic {
  const isModified = moc.version > 1;
  return {
    guid,
    serverAssignedId: moc.documentNumber,
    type: TOPIC_TYPE,
    status: moc.state,
    title: moc.name,
    description: descriptionText(moc.description),
    labels: [frameLabel(frame.origin)],
    createdAt: moc.createdAt,
    createdBy: moc.createdBy || UNKNOWN,
    modifiedAt: isModified ? moc.updatedAt : '',
    modifiedBy: isModified ? (updatedBy ?? UNKNOWN) : '',
    comments: comments.map((comment) => describeComment(comment, guid)),
    documents: moc.attachments.map(({ uuid, filename }) => ({ guid: uuid, url: linkOf(uuid), name: filename })),
    viewpoint: viewpointOf(moc, guid, frame),
  };
}

const describeComment = ({ id, by, createdAt, body }: ExportedComment, topicGuid: string): BcfComment => ({
  guid: nameGuid(topicGuid, 'comment', id),
  at: createdAt.toISOString(),
  author: by ?? UNKNOWN,
  text: body,
});

/** The bookmark's camera and a mark at the place. A viewpoint never changes (BCF 3.0): another camera has another GUID. */
function viewpointOf(
  { data: { bookmark }, pois: [poi] }: Moc,
  topicGuid: string,
  frame: EnuFrame,
): BcfViewpoint | null {
  const place: Vec3 | null = poi ? [poi.x, poi.y, poi.z] : null;
  // Version 3.0 has no viewpoint without a camera.
  const camera = bookmark ? cameraInFrame(frame, poseOfCamera(bookmark)) : place && viewOf(frame, place);
  if (!camera) return null;
  const lines = place ? [markAt(frame, place)] : [];
  return { guid: nameGuid(topicGuid, 'viewpoint', JSON.stringify([camera, lines])), camera, lines };
}
