import { formatMessage, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import type { PartNote } from './found-part.ts';
import type { PointFacts } from './point-facts.ts';

/** What the plan says of a point cloud before it is sent. */
export function pointNotes({ files, stated, systems, broken }: PointFacts, ofFiles: number): PartNote[] {
  const notes: PartNote[] = [];
  for (const path of broken.slice(0, 1))
    notes.push({
      tone: 'missing',
      text: formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.pointsBroken'], { path, more: broken.length - 1 }),
    });
  if (systems.length > 1)
    notes.push({
      tone: 'missing',
      answeredBy: 'place',
      text: formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.systemsDiffer'], {
        systems: systems.map(({ name }) => name).join(', '),
      }),
    });
  else if (stated < files) {
    const text = formatMessage(UPLOAD_PAGE_MESSAGES['uploadPage.systemMissing'], { count: files - stated, ofFiles });
    notes.push({ tone: 'missing', answeredBy: 'place', text });
  }
  if (systems.length > 0 && systems.every(({ heights }) => heights === null))
    notes.push({
      tone: 'assumed',
      answeredBy: 'altitudes',
      text: UPLOAD_PAGE_MESSAGES['uploadPage.heightsAssumed'],
    });
  return notes;
}
