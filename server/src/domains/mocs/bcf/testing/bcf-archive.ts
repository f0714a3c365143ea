import sharp from 'sharp';
import { ZipArchive } from '@overlook/shared/archives';
import { BCF_PICTURE_PX, type BcfVersion } from '@overlook/shared/config';
import { readXml, type XmlElement } from '@overlook/shared/xml';
import { inflate } from '../../../../services/zip/open-archive.ts';
import { schemaFaults } from './bcf-rules.ts';

/** Content of the files of a ZIP archive by name, and of their folders, which end with "/". Throws for two files of one name. */
export async function entriesOf(file: Buffer): Promise<Map<string, Buffer>> {
  const read = (from: number, to: number) => Promise.resolve(Uint8Array.from(file.subarray(from, to)).buffer);
  const zip = await ZipArchive.open({ sizeBytes: file.length, read }, 'archive', inflate, { isStrict: true });
  const entries = new Map<string, Buffer>();
  for (const name of zip.names) {
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    if (folder !== '') entries.set(folder, Buffer.alloc(0));
    entries.set(name, Buffer.from(await zip.read(name)));
  }
  return entries;
}

const ROOT_FILES: Record<BcfVersion, readonly string[]> = {
  '2.1': ['bcf.version'],
  '3.0': ['bcf.version', 'extensions.xml', 'project.bcfp'],
};
const XML_FILE = /(^bcf\.version|\.bcfp|\.bcf|\.bcfv|\.xml)$/;

/**
 * The violations of BCF in an archive, by these rules: the schemas of its files, the folder of each topic, what its
 * markup names in it, and, in version 3.0, the values that its extensions list. Empty for a valid one.
 */
export async function archiveFaults(file: Buffer, version: BcfVersion): Promise<string[]> {
  const entries = await entriesOf(file);
  const xml = new Map<string, XmlElement>();
  for (const [name, content] of entries)
    if (XML_FILE.test(name)) xml.set(name, readXml(content, { elements: 10_000, depth: 20 }));
  const faults = [...xml].flatMap(([name, root]) => schemaFaults(root, version).map((fault) => `${name}${fault}`));
  if (xml.get('bcf.version')?.attributes['VersionId'] !== version) faults.push('bcf.version: another version');
  const guids: string[] = [];
  const known = new Set(ROOT_FILES[version]);
  for (const folder of [...entries.keys()].filter((name) => name.endsWith('/'))) {
    const markup = xml.get(`${folder}markup.bcf`);
    if (!markup) faults.push(`${folder}: no markup.bcf`);
    else {
      const topic = topicOf(markup);
      guids.push(topic.guid, ...topic.viewpoints.map(({ guid }) => guid));
      if (`${topic.guid}/` !== folder) faults.push(`${folder}: of another topic`);
      faults.push(...(await topicFaults(folder, topic, entries, xml)));
      if (version === '3.0') faults.push(...unlisted(topic, xml.get('extensions.xml')!));
      for (const { files } of topic.viewpoints) for (const name of files) known.add(`${folder}${name}`);
      known.add(folder).add(`${folder}markup.bcf`);
    }
  }
  if (new Set(guids).size < guids.length) faults.push('a GUID occurs twice');
  return [...faults, ...[...entries.keys()].filter((name) => !known.has(name)).map((name) => `${name}: named nowhere`)];
}

function topicOf(markup: XmlElement) {
  const topic = markup.first('Topic')!;
  const viewpoints = [...topic.all('Viewpoints', 'ViewPoint'), ...markup.all('Viewpoints')].map((one) => ({
    guid: one.attributes['Guid']!,
    view: one.textOf('Viewpoint'),
    picture: one.textOf('Snapshot'),
    files: [one.textOf('Viewpoint'), one.textOf('Snapshot')].filter((name) => name !== ''),
  }));
  return {
    guid: topic.attributes['Guid']!,
    viewpoints,
    shown: [...topic.all('Comments', 'Comment'), ...markup.all('Comment')].flatMap(
      (comment) => comment.first('Viewpoint')?.attributes['Guid'] ?? [],
    ),
    listed: {
      TopicType: [topic.attributes['TopicType']!],
      TopicStatus: [topic.attributes['TopicStatus']!],
      TopicLabel: topic.all('Labels', 'Label').map(({ text }) => text),
    },
  };
}

type Topic = ReturnType<typeof topicOf>;

async function topicFaults(
  folder: string,
  { viewpoints, shown }: Topic,
  entries: ReadonlyMap<string, Buffer>,
  xml: ReadonlyMap<string, XmlElement>,
): Promise<string[]> {
  const faults = shown
    .filter((guid) => !viewpoints.some((one) => one.guid === guid))
    .map((guid) => `${folder}: a comment shows ${guid}`);
  for (const { guid, view, picture } of viewpoints) {
    if (view !== '' && xml.get(`${folder}${view}`)?.attributes['Guid'] !== guid)
      faults.push(`${folder}${view}: not ${guid}`);
    if (picture !== '' && !(await isPicture(entries.get(`${folder}${picture}`))))
      faults.push(`${folder}${picture}: no picture`);
  }
  return faults;
}

/** The format allows at most this many pixels; our pictures are PNG, as their names say. */
async function isPicture(content: Buffer | undefined): Promise<boolean> {
  const facts =
    content &&
    (await sharp(content)
      .metadata()
      .catch(() => null));
  return facts?.format === 'png' && Math.max(facts.width, facts.height) <= BCF_PICTURE_PX;
}

const unlisted = ({ guid, listed }: Topic, extensions: XmlElement): string[] =>
  Object.entries({ TopicType: 'TopicTypes', TopicStatus: 'TopicStatuses', TopicLabel: 'TopicLabels' }).flatMap(
    ([one, list]) => {
      const values = extensions.all(list, one).map(({ text }) => text);
      return listed[one as keyof typeof listed]
        .filter((value) => !values.includes(value))
        .map((value) => `${guid}: ${one} ${value} is not listed`);
    },
  );
