import { length, normalize, type Vec3 } from '@overlook/shared/maths';
import { BCF_READ } from '@overlook/shared/config';
import type { XmlElement } from '@overlook/shared/xml';
import type { BcfCamera, BcfComment, BcfPlane, BcfTopic, BcfViewpoint } from './bcf-topic.ts';

/** A topic cannot be read; the others can. `message` is a sentence. */
export class TopicError extends Error {
  override readonly name = 'TopicError';
}

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** GUIDs of version 2 may have capitals. */
const guidOf = (element: XmlElement): string => {
  const guid = (element.attributes['Guid'] ?? '').toLowerCase();
  if (!GUID.test(guid)) throw new TopicError('Its GUID is not valid.');
  return guid;
};

/** Names of files of a topic's first viewpoint; null for none. */
interface ViewpointFiles {
  readonly viewpointFile: string | null;
  readonly pictureFile: string | null;
}

/**
 * The topic of a `markup.bcf` of version 2 or 3, the files of its first viewpoint, and what is not read, in words. Throws
 * `TopicError`.
 */
export function readMarkup(markup: XmlElement): { topic: BcfTopic; leftOut: string[] } & ViewpointFiles {
  const topic = markup.first('Topic');
  if (!topic) throw new TopicError('It has no topic.');
  const title = topic.textOf('Title');
  if (title === '') throw new TopicError('It has no title.');
  const read: BcfTopic = {
    guid: guidOf(topic),
    serverAssignedId: topic.attributes['ServerAssignedId'] ?? '',
    type: topic.attributes['TopicType'] ?? '',
    status: topic.attributes['TopicStatus'] ?? '',
    title,
    description: topic.textOf('Description'),
    labels: [...topic.all('Labels', 'Label'), ...topic.all('Labels')]
      .map(({ text }) => text)
      .filter((text) => text !== ''),
    priority: topic.textOf('Priority'),
    assignedTo: topic.textOf('AssignedTo'),
    dueDate: topic.textOf('DueDate'),
    createdAt: topic.textOf('CreationDate'),
    createdBy: topic.textOf('CreationAuthor'),
    modifiedAt: topic.textOf('ModifiedDate'),
    modifiedBy: topic.textOf('ModifiedAuthor'),
    comments: [...topic.all('Comments', 'Comment'), ...markup.all('Comment')].map(commentOf),
    documents: [...topic.all('DocumentReferences', 'DocumentReference'), ...topic.all('DocumentReference')].map(
      (document) => ({
        guid: document.attributes['Guid'] ?? '',
        url: document.textOf('Url') || document.textOf('ReferencedDocument'),
        name: document.textOf('Description'),
      }),
    ),
    viewpoint: null,
  };
  const viewpoints = [...topic.all('Viewpoints', 'ViewPoint'), ...markup.all('Viewpoints')];
  const leftOut = countsOf({
    'further view': Math.max(0, viewpoints.length - 1),
    document: read.documents.length,
    link: [...topic.all('ReferenceLinks', 'ReferenceLink'), ...topic.all('ReferenceLink')].length,
    'related topic': [...topic.all('RelatedTopics', 'RelatedTopic'), ...topic.all('RelatedTopic')].length,
    snippet: topic.all('BimSnippet').length,
    stage: topic.all('Stage').length,
  });
  return { topic: read, leftOut, ...viewpointFilesOf(viewpoints) };
}

/** "2 further views", of those that there are. */
const countsOf = (counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts).flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}${count === 1 ? '' : 's'}`]));

const commentOf = (comment: XmlElement): BcfComment => ({
  guid: comment.attributes['Guid'] ?? '',
  at: comment.textOf('Date'),
  author: comment.textOf('Author'),
  text: comment.textOf('Comment'),
});

/** Viewpoints may be numbered; those without a number come last. */
function viewpointFilesOf(viewpoints: readonly XmlElement[]): ViewpointFiles {
  const indexOf = (viewpoint: XmlElement) => Number(viewpoint.textOf('Index') || Infinity);
  const inOrder = viewpoints
    .filter((one) => one.textOf('Viewpoint') !== '')
    .sort((a, b) => indexOf(a) - indexOf(b) || 0);
  const first = inOrder[0];
  return { viewpointFile: first?.textOf('Viewpoint') ?? null, pictureFile: first?.textOf('Snapshot') || null };
}

/**
 * A `.bcfv` file, and what is not read, in words. Of an orthogonal camera, position and axes are taken. Throws `TopicError` for one
 * that cannot be used.
 */
export function readViewpoint(info: XmlElement): { viewpoint: BcfViewpoint; leftOut: string[] } {
  const camera = info.first('PerspectiveCamera') ?? info.first('OrthogonalCamera');
  const lines = info
    .all('Lines', 'Line')
    .map((line) => [vectorOf(line, 'StartPoint'), vectorOf(line, 'EndPoint')] as const);
  // Version 2.0 has none.
  const guid = (info.attributes['Guid'] ?? '').toLowerCase();
  const selected = info
    .all('Components', 'Selection', 'Component')
    .map((component) => component.attributes['IfcGuid'] ?? '');
  const planes = info.all('ClippingPlanes', 'ClippingPlane').map(planeOf);
  const viewpoint = {
    guid,
    camera: camera ? cameraOf(camera) : null,
    lines,
    selected: selected.filter((one) => IFC_GUID.test(one)).slice(0, BCF_READ.selected),
    planes: planes.flatMap((plane) => plane ?? []).slice(0, BCF_READ.planes),
  };
  const leftOut = countsOf({
    'selected object': selected.length - viewpoint.selected.length,
    'section plane': planes.length - viewpoint.planes.length,
    'object with a visibility of its own': info.all('Components', 'Visibility', 'Exceptions', 'Component').length,
    'coloured group': info.all('Components', 'Coloring', 'Color').length,
    'picture in the model': [...info.all('Bitmaps', 'Bitmap'), ...info.all('Bitmap')].length,
  });
  return { viewpoint, leftOut };
}

const IFC_GUID = /^[0-9A-Za-z_$]{22}$/;

/** Null for one that cannot be read: the others are of use. */
function planeOf(plane: XmlElement): BcfPlane | null {
  try {
    const direction = vectorOf(plane, 'Direction');
    return length(direction) === 0 ? null : { location: vectorOf(plane, 'Location'), direction: normalize(direction) };
  } catch (error) {
    if (error instanceof TopicError) return null;
    throw error;
  }
}

function cameraOf(camera: XmlElement): BcfCamera {
  const [direction, up] = [vectorOf(camera, 'CameraDirection'), vectorOf(camera, 'CameraUpVector')];
  if (length(direction) === 0 || length(up) === 0) throw new TopicError('Its camera looks in no direction.');
  return { position: vectorOf(camera, 'CameraViewPoint'), direction, up };
}

function vectorOf(element: XmlElement, name: string): Vec3 {
  const vector = ['X', 'Y', 'Z'].map((axis) => {
    const text = element.textOf(name, axis);
    return text === '' ? Number.NaN : Number(text);
  });
  if (!vector.every(Number.isFinite))
    throw new TopicError(`${name} of its viewpoint has a number that cannot be read.`);
  return vector as Vec3;
}
