import { CAMERA, type BcfVersion } from '@overlook/shared/config';
import type { Vec3 } from '@overlook/shared/maths';
import { element, isBlankInXml, textElement, xmlDocument, type XmlNode } from '../../../services/xml/write-xml.ts';
import type { BcfComment, BcfDocument, BcfPlane, BcfTopic, BcfViewpoint } from './bcf-topic.ts';

/** Names of the files of a viewpoint, in the folder of its topic. */
export const VIEWPOINT_FILE = 'viewpoint.bcfv';
export const PICTURE_FILE = 'snapshot.png';

/** The type of every topic that was not imported with another one. */
export const TOPIC_TYPE = 'Change';

/** Begins the label with the document number in version 2.1, which has no attribute for it. */
export const DOCUMENT_LABEL = 'Document: ';

/** Width to height of a view, which a bookmark does not have. */
const ASPECT_RATIO = 16 / 9;

/** Replaces a required text that has no character which XML allows. */
const NO_TITLE = 'Untitled';
const NO_NAME = 'Unknown';
const NO_TEXT = '(no text)';

const requiredElement = (name: string, text: string, instead: string): XmlNode =>
  textElement(name, isBlankInXml(text) ? instead : text)!;

/** `markup.bcf` of a topic. Its schemas fix the order of the elements; version 2.1 has no lists around repeated ones. */
export function markupXml(topic: BcfTopic, version: BcfVersion, hasPicture: boolean): string {
  const comments = topic.comments.map((comment) => commentOf(comment, topic.viewpoint));
  const viewpoint = topic.viewpoint && viewpointReference(topic.viewpoint, version, hasPicture);
  if (version === '2.1')
    return xmlDocument(element('Markup', {}, topicOf21(topic), comments, viewpoint ? [viewpoint] : []));
  return xmlDocument(element('Markup', {}, topicOf30(topic, comments, viewpoint ? [viewpoint] : [])));
}

const whoAndWhen = ({ createdAt, createdBy, modifiedAt, modifiedBy, dueDate, assignedTo }: BcfTopic) => [
  textElement('CreationDate', createdAt),
  requiredElement('CreationAuthor', createdBy, NO_NAME),
  textElement('ModifiedDate', modifiedAt),
  textElement('ModifiedAuthor', modifiedBy),
  textElement('DueDate', dueDate),
  textElement('AssignedTo', assignedTo),
];

function topicOf30(topic: BcfTopic, comments: readonly XmlNode[], viewpoints: readonly XmlNode[]): XmlNode {
  const attributes = {
    Guid: topic.guid,
    ServerAssignedId: isBlankInXml(topic.serverAssignedId) ? null : topic.serverAssignedId,
    TopicType: topic.type,
    TopicStatus: topic.status,
  };
  return element(
    'Topic',
    attributes,
    requiredElement('Title', topic.title, NO_TITLE),
    textElement('Priority', topic.priority),
    listOf('Labels', textElements('Label', topic.labels)),
    ...whoAndWhen(topic),
    textElement('Description', topic.description),
    listOf('DocumentReferences', topic.documents.map(documentOf30)),
    listOf('Comments', comments),
    listOf('Viewpoints', viewpoints),
  );
}

const topicOf21 = (topic: BcfTopic): XmlNode =>
  element(
    'Topic',
    { Guid: topic.guid, TopicType: topic.type, TopicStatus: topic.status },
    requiredElement('Title', topic.title, NO_TITLE),
    textElement('Priority', topic.priority),
    textElements('Labels', labelsOf21(topic)),
    ...whoAndWhen(topic),
    textElement('Description', topic.description),
    topic.documents.map(documentOf21),
  );

const labelsOf21 = ({ serverAssignedId, labels }: BcfTopic): readonly string[] =>
  isBlankInXml(serverAssignedId) ? labels : [`${DOCUMENT_LABEL}${serverAssignedId}`, ...labels];

/** One element for each text that is not blank. */
export const textElements = (name: string, texts: Iterable<string>): XmlNode[] =>
  [...texts].flatMap((text) => textElement(name, text) ?? []);

const listOf = (name: string, items: readonly XmlNode[]): XmlNode | null =>
  items.length > 0 ? element(name, {}, items) : null;

const documentOf30 = ({ guid, url, name }: BcfDocument): XmlNode =>
  element('DocumentReference', { Guid: guid }, textElement('Url', url), textElement('Description', name));

const documentOf21 = ({ guid, url, name }: BcfDocument): XmlNode =>
  element(
    'DocumentReference',
    { Guid: guid, isExternal: 'true' },
    textElement('ReferencedDocument', url),
    textElement('Description', name),
  );

const commentOf = ({ guid, at, author, text }: BcfComment, viewpoint: BcfViewpoint | null): XmlNode =>
  element(
    'Comment',
    { Guid: guid },
    textElement('Date', at),
    requiredElement('Author', author, NO_NAME),
    requiredElement('Comment', text, NO_TEXT),
    viewpoint && element('Viewpoint', { Guid: viewpoint.guid }),
  );

const viewpointReference = ({ guid }: BcfViewpoint, version: BcfVersion, hasPicture: boolean): XmlNode =>
  element(
    version === '2.1' ? 'Viewpoints' : 'ViewPoint',
    { Guid: guid },
    textElement('Viewpoint', VIEWPOINT_FILE),
    hasPicture ? textElement('Snapshot', PICTURE_FILE) : null,
  );

/** The file of a viewpoint. Every object is visible: a bookmark does not say which are hidden. */
export function viewpointXml({ guid, camera, lines, selected, planes }: BcfViewpoint, version: BcfVersion): string {
  const visibility = element('Visibility', { DefaultVisibility: 'true' });
  const perspective =
    camera &&
    element(
      'PerspectiveCamera',
      {},
      pointOf('CameraViewPoint', camera.position),
      pointOf('CameraDirection', camera.direction),
      pointOf('CameraUpVector', camera.up),
      textElement('FieldOfView', CAMERA.fovYDeg),
      version === '2.1' ? null : textElement('AspectRatio', ASPECT_RATIO),
    );
  const drawn = lines.map(([start, end]) =>
    element('Line', {}, pointOf('StartPoint', start), pointOf('EndPoint', end)),
  );
  return xmlDocument(
    element(
      'VisualizationInfo',
      { Guid: guid },
      element('Components', {}, listOf('Selection', selected.map(componentOf)), visibility),
      perspective,
      listOf('Lines', drawn),
      listOf('ClippingPlanes', planes.map(planeElement)),
    ),
  );
}

const componentOf = (ifcGuid: string): XmlNode => element('Component', { IfcGuid: ifcGuid });

const planeElement = ({ location, direction }: BcfPlane): XmlNode =>
  element('ClippingPlane', {}, pointOf('Location', location), pointOf('Direction', direction));

const pointOf = (name: string, [x, y, z]: Vec3): XmlNode =>
  element(name, {}, textElement('X', x), textElement('Y', y), textElement('Z', z));
