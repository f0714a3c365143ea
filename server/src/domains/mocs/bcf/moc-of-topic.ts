import type { TopicView } from '@overlook/db/schema';
import {
  BCF_READ,
  COMMENT_LONGEST,
  MOC_DESCRIPTION_LONGEST,
  type MocState,
  NAME_LONGEST,
} from '@overlook/shared/config';
import { llaFromEcef, type EnuFrame, storedCameraOf, transformDirection, transformPoint } from '@overlook/shared/maths';
import { type Bookmark, type MocPoi, type MocTopic, toLine } from '@overlook/shared/schemas';
import { escapeHtml } from '../../../escape-html.ts';
import { isFrameLabel, labelledFrame, placeOf, poseFromFrame } from './bcf-frame.ts';
import type { BcfComment, BcfTopic } from './bcf-topic.ts';
import { DOCUMENT_LABEL, TOPIC_TYPE } from './topic-xml.ts';
import { TopicError } from './topic-of-xml.ts';

/** Words for states in files of other programs, in lower case. Other words mean proposed. */
const STATES: Readonly<Record<string, MocState>> = {
  approved: 'approved',
  accepted: 'approved',
  'in progress': 'approved',
  'in-progress': 'approved',
  inprogress: 'approved',
  completed: 'completed',
  complete: 'completed',
  closed: 'completed',
  done: 'completed',
  resolved: 'completed',
  solved: 'completed',
  fixed: 'completed',
};

const isKnownStatus = (status: string): boolean =>
  status === '' || Object.hasOwn(STATES, status.toLowerCase()) || /^(proposed|open|new|active)$/i.test(status);

/** Near and far of an imported camera, metres: BCF has none. */
const FRUSTUM = { near: 1, far: 100_000 };

/** The values of a topic for a change; texts have no characters that the forms refuse. */
export interface ImportedMoc {
  readonly name: string;
  readonly description: string;
  readonly documentNumber: string;
  readonly state: MocState;
  readonly bookmark: Bookmark | null;
  readonly poi: MocPoi;
  /** Why the camera of the topic is left out; null if it is not. */
  readonly viewProblem: string | null;
  readonly comments: readonly ImportedComment[];
  readonly topic: MocTopic;
  readonly topicView: TopicView | null;
  /** Parts of the topic that are not kept, in words. */
  readonly leftOut: readonly string[];
}

/** The author has no account here. `createdAt` is null for a date that cannot be read. */
export interface ImportedComment {
  readonly authorName: string | null;
  readonly body: string;
  readonly createdAt: Date | null;
}

/**
 * A topic as a change. Coordinates are in the frame that its label names, else in that of the site. Without a viewpoint the
 * place is the origin; a camera that cannot be used is left out with its marks. Throws `TopicError` for a topic without a readable
 * title.
 */
export function mocOfTopic(read: BcfTopic, siteFrame: EnuFrame): ImportedMoc {
  const frame = labelledFrame(read.labels) ?? siteFrame;
  const { topic, bookmark, viewProblem } = withUsableView(read, frame);
  const name = toLine(topic.title);
  if (name === '') throw new TopicError('It has no title.');
  const isCut = topic.title.length > NAME_LONGEST;
  const numbered = topic.labels.find((label) => label.startsWith(DOCUMENT_LABEL))?.slice(DOCUMENT_LABEL.length) ?? '';
  return {
    name,
    // The name is shortened; nothing is lost.
    description: paragraphs(isCut ? `${topic.title}\n${topic.description}` : topic.description),
    documentNumber: toLine(topic.serverAssignedId) || toLine(numbered) || topic.guid,
    state: STATES[topic.status.toLowerCase()] ?? 'proposed',
    bookmark,
    poi: poiAt(frame, topic),
    viewProblem,
    comments: topic.comments.slice(0, BCF_READ.comments).flatMap(commentOf),
    topic: detailsOf(read),
    topicView: topicViewOf(read, frame),
    leftOut: [
      ...(topic.comments.length > BCF_READ.comments
        ? [`${topic.comments.length - BCF_READ.comments} further comments`]
        : []),
      ...(isKnownStatus(topic.status) ? [] : [`the status “${toLine(topic.status)}”`]),
    ],
  };
}

/** What a change has no field for. Labels of our own say what the change has. */
const detailsOf = (topic: BcfTopic): MocTopic => ({
  author: toLine(topic.createdBy),
  createdAt: isoDate(topic.createdAt),
  dueDate: isoDate(topic.dueDate),
  assignedTo: toLine(topic.assignedTo),
  type: topic.type === TOPIC_TYPE ? '' : toLine(topic.type),
  priority: toLine(topic.priority),
  labels: topic.labels
    .filter((label) => !isFrameLabel(label) && !label.startsWith(DOCUMENT_LABEL))
    .map((label) => toLine(label))
    .filter((label) => label !== '')
    .slice(0, BCF_READ.labels),
  selected: topic.viewpoint?.selected.length ?? 0,
  planes: topic.viewpoint?.planes.length ?? 0,
});

function topicViewOf({ viewpoint }: BcfTopic, frame: EnuFrame): TopicView | null {
  if (!viewpoint || viewpoint.selected.length + viewpoint.planes.length === 0) return null;
  const planes = viewpoint.planes.map(({ location, direction }) => ({
    location: transformPoint(frame.ecefFromEnu, location),
    direction: transformDirection(frame.ecefFromEnu, direction),
  }));
  return { selected: [...viewpoint.selected], planes };
}

function isoDate(text: string): string | null {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}

/** Null for a comment that only refers to a viewpoint. */
function commentOf({ author, text, at }: BcfComment): ImportedMoc['comments'] {
  if (text === '') return [];
  const createdAt = new Date(at);
  const body = text.slice(0, COMMENT_LONGEST).replace(/\p{Cs}$/u, '');
  const authorName = toLine(author) || null;
  return [{ authorName, body, createdAt: Number.isNaN(createdAt.getTime()) ? null : createdAt }];
}

/** Plain text as the rich text of a change. */
function paragraphs(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const html = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('');
  if (html.length > MOC_DESCRIPTION_LONGEST) throw new TopicError('Its description is too long.');
  return html;
}

/** The bookmark of a topic; without its viewpoint if that has a camera that cannot be used. */
function withUsableView(topic: BcfTopic, frame: EnuFrame) {
  const camera = topic.viewpoint?.camera;
  if (!camera) return { topic, bookmark: null, viewProblem: null };
  try {
    return { topic, bookmark: storedCameraOf(poseFromFrame(frame, camera), FRUSTUM), viewProblem: null };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { topic: { ...topic, viewpoint: null }, bookmark: null, viewProblem: error.message };
  }
}

function poiAt(frame: EnuFrame, { viewpoint }: BcfTopic): MocPoi {
  const [x, y, z] = transformPoint(frame.ecefFromEnu, placeOf(viewpoint));
  const { longitude, latitude, height } = llaFromEcef([x, y, z]);
  return { longitude, latitude, altitude: height, x, y, z };
}
