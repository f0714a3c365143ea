import { type EnuFrame, enuFrame } from '@overlook/shared/maths';
import { toLine } from '@overlook/shared/schemas';
import { serveLimited } from '../../../process/limited-work.ts';
import type { BcfAnswer, BcfRequest, UsableTopic } from './bcf-process.ts';
import { extractPictures } from './extract-pictures.ts';
import { mocOfTopic } from './moc-of-topic.ts';
import { BcfError, readBcf, type ReadTopic } from './read-bcf.ts';
import { TopicError } from './topic-of-xml.ts';

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
