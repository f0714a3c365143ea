import { Readable } from 'node:stream';
import yazl from 'yazl';
import { letOthersRun } from '@overlook/db';
import { type BcfVersion, MOC_STATES } from '@overlook/shared/config';
import { element, textElement, xmlDocument } from '../../../services/xml/write-xml.ts';
import type { BcfTopic } from './bcf-topic.ts';
import { markupXml, PICTURE_FILE, textElements, TOPIC_TYPE, VIEWPOINT_FILE, viewpointXml } from './topic-xml.ts';

export interface WrittenTopic {
  readonly topic: BcfTopic;
  /** The picture of its viewpoint as PNG, made when it is written; null for none. */
  readonly picture: (() => Promise<Buffer>) | null;
}

/**
 * A BCF file of these topics, made while it is read: one picture is in memory at a time. The stream ends with an error when
 * a picture cannot be made.
 */
export function writeBcf(
  project: { readonly id: string; readonly name: string },
  topics: readonly WrittenTopic[],
  version: BcfVersion,
): Readable {
  const zip = new yazl.ZipFile();
  const file = zip.outputStream as Readable;
  zip.on('error', (error: Error) => file.destroy(error));
  addEntries(zip, { project, topics, version, isRead: () => !file.destroyed }).catch((error: Error) =>
    file.destroy(error),
  );
  return file;
}

interface Written {
  readonly project: { readonly id: string; readonly name: string };
  readonly topics: readonly WrittenTopic[];
  readonly version: BcfVersion;
  /** False when nobody reads the file any more. */
  readonly isRead: () => boolean;
}

/** Adds the entries one after another; other requests run in between. */
async function addEntries(zip: yazl.ZipFile, { project, topics, version, isRead }: Written): Promise<void> {
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name);
  add('bcf.version', versionXml(version));
  if (version === '3.0') {
    add('project.bcfp', projectXml(project));
    add('extensions.xml', extensionsXml(topics));
  }
  for (const { topic, picture } of topics) {
    if (!isRead()) return;
    await letOthersRun();
    const hasPicture = picture !== null && topic.viewpoint !== null;
    // The format asks for an entry of each folder.
    zip.addEmptyDirectory(topic.guid);
    add(`${topic.guid}/markup.bcf`, markupXml(topic, version, hasPicture));
    if (topic.viewpoint) add(`${topic.guid}/${VIEWPOINT_FILE}`, viewpointXml(topic.viewpoint, version));
    if (hasPicture)
      // Pictures are compressed already.
      zip.addReadStreamLazy(`${topic.guid}/${PICTURE_FILE}`, { compress: false }, (give) =>
        give(null, Readable.from(oneChunk(picture))),
      );
  }
  zip.end();
}

async function* oneChunk(make: () => Promise<Buffer>): AsyncGenerator<Buffer> {
  yield await make();
}

const versionXml = (version: BcfVersion): string =>
  xmlDocument(
    element('Version', { VersionId: version }, version === '2.1' ? textElement('DetailedVersion', version) : null),
  );

const projectXml = ({ id, name }: { id: string; name: string }): string =>
  xmlDocument(element('ProjectInfo', {}, element('Project', { ProjectId: id }, textElement('Name', name))));

/** Types, states, priorities, labels and people that topics have here: a reader offers these, and a strict one accepts no others. */
function extensionsXml(topics: readonly WrittenTopic[]): string {
  const used = (of: (topic: BcfTopic) => readonly string[]) => new Set(topics.flatMap(({ topic }) => of(topic)));
  return xmlDocument(
    element(
      'Extensions',
      {},
      element('TopicTypes', {}, textElements('TopicType', new Set([TOPIC_TYPE, ...used(({ type }) => [type])]))),
      element('TopicStatuses', {}, textElements('TopicStatus', MOC_STATES)),
      element(
        'Priorities',
        {},
        textElements(
          'Priority',
          used(({ priority }) => [priority]),
        ),
      ),
      element(
        'TopicLabels',
        {},
        textElements(
          'TopicLabel',
          used(({ labels }) => labels),
        ),
      ),
      element('Users', {}, textElements('User', used(peopleOf))),
    ),
  );
}

const peopleOf = ({ createdBy, modifiedBy, assignedTo, comments }: BcfTopic): string[] => [
  createdBy,
  modifiedBy,
  assignedTo,
  ...comments.map(({ author }) => author),
];
