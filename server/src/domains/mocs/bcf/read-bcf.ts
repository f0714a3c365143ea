import { BCF_READ } from '@overlook/shared/config';
import { readZip, ZipError, type ZipReader } from '../../../services/zip/read-zip.ts';
import { readXml, type XmlElement, XmlError } from '@overlook/shared/xml';
import type { BcfTopic } from './bcf-topic.ts';
import { readMarkup, readViewpoint, TopicError } from './topic-of-xml.ts';

/** A topic that was read, or why it was not. `picture` is the name of its entry in the archive. */
export type ReadTopic =
  | {
      readonly folder: string;
      readonly topic: BcfTopic;
      readonly picture: string | null;
      /** Why the topic has no viewpoint although the file names one; otherwise null. */
      readonly viewProblem: string | null;
      /** Parts that are not read, in words. */
      readonly leftOut: readonly string[];
    }
  | { readonly folder: string; readonly reason: string };

/** The file is not a readable BCF file; `message` is a sentence. */
export class BcfError extends Error {
  override readonly name = 'BcfError';
}

const MARKUP = /^([^/]+)\/markup\.bcf$/i;

/**
 * Reads the topics of a BCF file of version 2 or 3, in the order of the archive. One that cannot be read has a reason in its
 * place. Pictures are named and not read; nothing is written. Throws `BcfError` for a file that is not BCF, or exceeds
 * `BCF_READ`.
 */
export async function readBcf(path: string): Promise<ReadTopic[]> {
  const { entries, totalBytes, xmlBytes } = BCF_READ;
  try {
    return await readZip(path, { entries, totalBytes, entryBytes: xmlBytes }, readTopics);
  } catch (error) {
    throw error instanceof ZipError ? new BcfError(error.message) : error;
  }
}

async function readTopics(zip: ZipReader): Promise<ReadTopic[]> {
  await assertVersion(zip);
  const markups = zip.names.flatMap((name) => {
    const folder = MARKUP.exec(name)?.[1];
    return folder === undefined ? [] : [{ name, folder }];
  });
  if (markups.length > BCF_READ.topics) throw new BcfError(`The file has more than ${BCF_READ.topics} topics.`);
  const topics: ReadTopic[] = [];
  for (const { name, folder } of markups) topics.push(await readTopic(zip, name, folder));
  return topics;
}

async function assertVersion(zip: ZipReader): Promise<void> {
  const version = await xmlOf(zip, 'bcf.version').catch((error: unknown) => {
    throw error instanceof TopicError ? new BcfError(`This is not a BCF file. ${error.message}`) : error;
  });
  if (!/^[23](\.|$)/.test(version.attributes['VersionId'] ?? ''))
    throw new BcfError('This version of BCF cannot be read.');
}

async function readTopic(zip: ZipReader, name: string, folder: string): Promise<ReadTopic> {
  try {
    const { topic, viewpointFile, pictureFile, leftOut } = readMarkup(await xmlOf(zip, name));
    const view = await viewpointOf(zip, viewpointFile && `${folder}/${viewpointFile}`);
    return {
      folder,
      topic: { ...topic, viewpoint: view.viewpoint },
      picture: pictureFile && `${folder}/${pictureFile}`,
      viewProblem: view.viewProblem,
      leftOut: [...leftOut, ...view.leftOut],
    };
  } catch (error) {
    if (error instanceof TopicError) return { folder, reason: error.message };
    throw error;
  }
}

/** A topic is useful without its view. */
async function viewpointOf(zip: ZipReader, path: string | null) {
  if (path === null) return { viewpoint: null, viewProblem: null, leftOut: [] };
  try {
    return { ...readViewpoint(await xmlOf(zip, path)), viewProblem: null };
  } catch (error) {
    if (error instanceof TopicError) return { viewpoint: null, viewProblem: error.message, leftOut: [] };
    throw error;
  }
}

async function xmlOf(zip: ZipReader, path: string): Promise<XmlElement> {
  const file = path.slice(path.indexOf('/') + 1);
  try {
    const bytes = await zip.read(path);
    if (!bytes) throw new TopicError(`${file} is missing.`);
    return readXml(bytes, { elements: BCF_READ.xmlElements, depth: BCF_READ.xmlDepth });
  } catch (error) {
    // An error in one file of the archive does not affect the others.
    const isItsFault = error instanceof XmlError || error instanceof ZipError;
    throw isItsFault ? new TopicError(`${file} cannot be read. ${error.message}`) : error;
  }
}
