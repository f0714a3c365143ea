import {
  BCF_READ,
  COMMENT_LONGEST,
  MOC_DESCRIPTION_LONGEST,
  type MocState,
  NAME_LONGEST,
} from '@overlook/shared/config';
import { ecefToLla, type EnuFrame, type Pose, storedCameraOf, transformPoint } from '@overlook/shared/maths';
import { type Bookmark, type MocPoi, toLine } from '@overlook/shared/schemas';
import { escapeHtml } from '../../../escape-html.ts';
import { labelledFrame, placeOf, poseFromFrame } from './bcf-frame.ts';
import type { BcfComment, BcfTopic } from './bcf-topic.ts';
import { DOCUMENT_LABEL } from './topic-xml.ts';
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
  /** The text begins with the author, who has no account here. `createdAt` is null for a date that cannot be read. */
  readonly comments: readonly { readonly body: string; readonly createdAt: Date | null }[];
}

/**
 * A topic as a change. Coordinates are in the frame that its label names, else in that of the site. Without a viewpoint the
 * place is the origin. Throws `TopicError` for a topic without a readable title and for a camera that cannot be used.
 */
export function mocOfTopic(topic: BcfTopic, siteFrame: EnuFrame): ImportedMoc {
  const frame = labelledFrame(topic.labels) ?? siteFrame;
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
    bookmark: bookmarkOf(topic, frame),
    poi: poiAt(frame, topic),
    comments: topic.comments.slice(0, BCF_READ.comments).flatMap(commentOf),
  };
}

/** Null for a comment that only refers to a viewpoint. */
function commentOf({ author, text, at }: BcfComment): ImportedMoc['comments'] {
  if (text === '') return [];
  const createdAt = new Date(at);
  const body = `${toLine(author) || 'Unknown'}: ${text}`.slice(0, COMMENT_LONGEST).replace(/\p{Cs}$/u, '');
  return [{ body, createdAt: Number.isNaN(createdAt.getTime()) ? null : createdAt }];
}

/** Plain text as the rich text of a change. */
function paragraphs(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const html = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('');
  if (html.length > MOC_DESCRIPTION_LONGEST) throw new TopicError('Its description is too long.');
  return html;
}

function bookmarkOf({ viewpoint }: BcfTopic, frame: EnuFrame): Bookmark | null {
  if (!viewpoint?.camera) return null;
  return storedCameraOf(
    usablePose(() => poseFromFrame(frame, viewpoint.camera!)),
    FRUSTUM,
  );
}

function usablePose(make: () => Pose): Pose {
  try {
    return make();
  } catch (error) {
    throw error instanceof RangeError ? new TopicError(error.message) : error;
  }
}

function poiAt(frame: EnuFrame, { viewpoint }: BcfTopic): MocPoi {
  const [x, y, z] = transformPoint(frame.toEcef, placeOf(viewpoint));
  const { longitude, latitude, height } = ecefToLla([x, y, z]);
  return { longitude, latitude, altitude: height, x, y, z };
}
