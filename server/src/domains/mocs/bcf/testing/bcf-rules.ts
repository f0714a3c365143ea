import type { BcfVersion } from '@overlook/shared/config';
import type { XmlElement } from '@overlook/shared/xml';

/**
 * The rules of the public schemas of BCF 2.1 and 3.0 for the elements that we write: for each element, by its path, the
 * children in their order ("!" one, "?" one at most, "*" any number, "+" one or more) and the attributes ("!"
 * required).
 */
interface Rule {
  readonly children?: string;
  readonly attributes?: string;
  readonly text?: RegExp;
  /** Further limits of numbers. */
  readonly within?: (value: number) => boolean;
}

const GUID = /^[a-f0-9]{8}(-[a-f0-9]{4}){3}-[a-f0-9]{12}$/;
const NOT_BLANK = /\S/;
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const NUMBER = /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i;

const XYZ: Rule = { children: 'X! Y! Z!' };
const LINE: Record<string, Rule> = {
  Lines: { children: 'Line+' },
  Line: { children: 'StartPoint! EndPoint!' },
};
const CAMERA: Record<string, Rule> = {
  ...Object.fromEntries(
    ['CameraViewPoint', 'CameraDirection', 'CameraUpVector', 'StartPoint', 'EndPoint', 'Location', 'Direction'].map(
      (name) => [name, XYZ],
    ),
  ),
  ...Object.fromEntries(['X', 'Y', 'Z'].map((name) => [name, { text: NUMBER }])),
  AspectRatio: { text: NUMBER, within: (ratio) => ratio > 0 },
  Components: { children: 'Selection? Visibility!' },
  Selection: { children: 'Component+' },
  Component: { attributes: 'IfcGuid' },
  ClippingPlanes: { children: 'ClippingPlane+' },
  ClippingPlane: { children: 'Location! Direction!' },
  Visibility: { attributes: 'DefaultVisibility' },
  ...LINE,
};
const TEXTS: Record<string, Rule> = Object.fromEntries([
  ...['Title', 'CreationAuthor', 'ModifiedAuthor', 'Description', 'Label', 'Author', 'Url', 'Snapshot', 'Name'].map(
    (name) => [name, { text: NOT_BLANK }],
  ),
  ...['TopicType', 'TopicStatus', 'TopicLabel', 'Priority', 'User', 'AssignedTo'].map((name) => [
    name,
    { text: NOT_BLANK },
  ]),
  ...['CreationDate', 'ModifiedDate', 'DueDate', 'Date'].map((name) => [name, { text: DATE }]),
]);
const DATES = 'CreationDate! CreationAuthor! ModifiedDate? ModifiedAuthor? DueDate? AssignedTo?';
const COMMENT: Rule = { children: 'Date! Author! Comment! Viewpoint?', attributes: 'Guid!' };

const RULES: Record<BcfVersion, Record<string, Rule>> = {
  '3.0': {
    ...TEXTS,
    ...CAMERA,
    Version: { attributes: 'VersionId!' },
    ProjectInfo: { children: 'Project!' },
    Project: { children: 'Name?', attributes: 'ProjectId!' },
    Extensions: { children: 'TopicTypes? TopicStatuses? Priorities? TopicLabels? Users?' },
    Priorities: { children: 'Priority*' },
    Users: { children: 'User*' },
    TopicTypes: { children: 'TopicType*' },
    TopicStatuses: { children: 'TopicStatus*' },
    TopicLabels: { children: 'TopicLabel*' },
    Markup: { children: 'Topic!' },
    Topic: {
      children: `Title! Priority? Labels? ${DATES} Description? DocumentReferences? Comments? Viewpoints?`,
      attributes: 'Guid! ServerAssignedId TopicType! TopicStatus!',
    },
    Labels: { children: 'Label*' },
    DocumentReferences: { children: 'DocumentReference*' },
    DocumentReference: { children: 'Url? Description?', attributes: 'Guid!' },
    Comments: { children: 'Comment*' },
    Comment: COMMENT,
    Viewpoints: { children: 'ViewPoint*' },
    ViewPoint: { children: 'Viewpoint? Snapshot?', attributes: 'Guid!' },
    FieldOfView: { text: NUMBER, within: (degrees) => degrees > 0 && degrees < 180 },
    VisualizationInfo: { children: 'Components? PerspectiveCamera! Lines? ClippingPlanes?', attributes: 'Guid!' },
    PerspectiveCamera: { children: 'CameraViewPoint! CameraDirection! CameraUpVector! FieldOfView! AspectRatio!' },
  },
  '2.1': {
    ...TEXTS,
    ...CAMERA,
    Version: { children: 'DetailedVersion?', attributes: 'VersionId' },
    Markup: { children: 'Topic! Comment* Viewpoints*' },
    Topic: {
      children: `Title! Priority? Labels* ${DATES} Description? DocumentReference*`,
      attributes: 'Guid! TopicType TopicStatus',
    },
    Labels: { text: NOT_BLANK },
    DocumentReference: { children: 'ReferencedDocument? Description?', attributes: 'Guid isExternal' },
    ReferencedDocument: { text: NOT_BLANK },
    DetailedVersion: { text: NOT_BLANK },
    Comment: COMMENT,
    Viewpoints: { children: 'Viewpoint? Snapshot?', attributes: 'Guid!' },
    VisualizationInfo: { children: 'Components? PerspectiveCamera? Lines? ClippingPlanes?', attributes: 'Guid!' },
    PerspectiveCamera: { children: 'CameraViewPoint! CameraDirection! CameraUpVector! FieldOfView!' },
    FieldOfView: { text: NUMBER, within: (degrees) => degrees >= 45 && degrees <= 60 },
  },
};

/** The violations in a document, each as a path and a reason; empty for a valid one. */
export function schemaFaults(element: XmlElement, version: BcfVersion, path = ''): string[] {
  const here = `${path}/${element.name}`;
  const fail = (reason: string): string[] => [`${here}: ${reason}`];
  // `Comment` and `Viewpoint` name a list item and, inside one, a text or a reference.
  if (
    here.endsWith('/Comment/Comment') ||
    here.endsWith('iewpoints/Viewpoint') ||
    here.endsWith('/ViewPoint/Viewpoint')
  )
    return NOT_BLANK.test(element.text) ? [] : fail('is empty');
  if (here.endsWith('/Comment/Viewpoint'))
    return GUID.test(element.attributes['Guid'] ?? '') ? [] : fail('names no GUID');
  const rule = RULES[version][element.name];
  if (!rule) return fail('is not known');
  return [
    ...attributeFaults(element, rule).flatMap(fail),
    ...textFaults(element.text, rule).flatMap(fail),
    ...(rule.children ? (orderOf(rule.children).test(namesOf(element)) ? [] : fail(`holds ${namesOf(element)}`)) : []),
    ...element.children.flatMap((child) => schemaFaults(child, version, here)),
  ];
}

function attributeFaults({ attributes }: XmlElement, rule: Rule): string[] {
  const known = (rule.attributes ?? '').split(' ');
  const required = known.filter((name) => name.endsWith('!')).map((name) => name.slice(0, -1));
  return [
    ...required.filter((name) => !NOT_BLANK.test(attributes[name] ?? '')).map((name) => `lacks ${name}`),
    ...Object.keys(attributes).filter((name) => !known.includes(name) && !required.includes(name)),
    ...(attributes['Guid'] !== undefined && !GUID.test(attributes['Guid']) ? ['has no valid GUID'] : []),
    ...FLAGS.filter((name) => !/^(true|false)?$/.test(attributes[name] ?? '')).map((name) => `has no flag ${name}`),
  ];
}

const FLAGS = ['isExternal', 'DefaultVisibility'];

const textFaults = (text: string, { text: form = /^/, within = () => true }: Rule): string[] =>
  form.test(text) && within(Number(text)) ? [] : [`has the text ${text}`];

const namesOf = ({ children }: XmlElement): string => children.map(({ name }) => `${name} `).join('');

const orderOf = (children: string): RegExp =>
  new RegExp(
    `^${children.replaceAll(/(\w+)([!?*+]) ?/g, (_, name: string, count: string) => `(${name} )${count === '!' ? '{1}' : count}`)}$`,
  );
