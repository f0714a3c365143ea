import { type EnuFrame, enuFrame } from '@overlook/shared/maths';
import { toLine } from '@overlook/shared/schemas';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BCF_READ } from '@overlook/shared/config';
import { serveLimited } from '../../../process/limited-work.ts';
import type { BcfAnswer, BcfRequest, UsableTopic } from './bcf-process.ts';
import { mocOfTopic } from './moc-of-topic.ts';
import { BcfError, readBcf, type ReadTopic } from './read-bcf.ts';
import { TopicError } from './topic-of-xml.ts';
import { readZip, ZipError } from '../../../services/zip/read-zip.ts';

serveLimited<BcfRequest, never>(async ({ path, origin, picturesFolder }): Promise<BcfAnswer> => {
  const frame = enuFrame(origin);
  try {
    const topics = await readBcf(path);
    const names = topics.map((read) => ('picture' in read ? read.picture : null));
    const pictures = await extractPictures(path, names, picturesFolder);
    return { topics: topics.map((read, index) => usable(read, frame, pictures[index] ?? null)) };
  } catch (error) {
    if (error instanceof BcfError) return { refused: error.message };
    throw error;
  }
});

/** The stored part of a topic, which may be much less than its whole content. */
function usable(read: ReadTopic, frame: EnuFrame, picturePath: string | null): UsableTopic {
  const folder = toLine(read.folder);
  if ('reason' in read) return { guid: null, name: folder, reason: read.reason };
  const { guid, title } = read.topic;
  const name = toLine(title);
  try {
    const { viewProblem, leftOut, ...moc } = mocOfTopic(read.topic, frame);
    return {
      guid,
      name,
      moc,
      picturePath,
      viewProblem: read.viewProblem ?? viewProblem,
      leftOut: [...read.leftOut, ...leftOut],
    };
  } catch (error) {
    if (error instanceof TopicError) return { guid, name: name || folder, reason: error.message };
    throw error;
  }
}

/**
 * Writes entries of an archive into `folder` and returns the path of each; null for null, and for an entry that is
 * missing, damaged or larger than `BCF_READ`: a topic is useful without its picture.
 */
function extractPictures(path: string, names: readonly (string | null)[], folder: string): Promise<(string | null)[]> {
  const { entries, pictureBytes, picturesBytes } = BCF_READ;
  return readZip(path, { entries, entryBytes: pictureBytes, totalBytes: picturesBytes }, async (zip) => {
    const paths: (string | null)[] = [];
    for (const [index, name] of names.entries()) {
      const bytes = name === null ? null : await zip.read(name).catch(nothingOf);
      // The name in the archive is not part of any path.
      const file = bytes && join(folder, String(index));
      if (file) await writeFile(file, bytes, { mode: 0o600 });
      paths.push(file);
    }
    return paths;
  });
}

function nothingOf(error: unknown): null {
  if (error instanceof ZipError) return null;
  throw error;
}
