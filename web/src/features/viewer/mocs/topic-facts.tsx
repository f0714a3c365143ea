import { keptViewText } from '@overlook/shared/messages';
import type { MocTopic } from '@overlook/shared/schemas';
import { DateWords } from '../../../ui/date-words.tsx';
import { Facts } from '../../../ui/facts.tsx';

/** What the BCF topic said that a change has no fields for; only what it said. */
export function TopicFacts({ topic }: { topic: MocTopic }) {
  const { author, createdAt, dueDate, assignedTo, type, priority, labels } = topic;
  const rows = [
    { name: 'Author', value: author },
    { name: 'Written', value: createdAt && <DateWords iso={createdAt} /> },
    { name: 'Assigned to', value: assignedTo },
    { name: 'Due', value: dueDate && <DateWords iso={dueDate} /> },
    { name: 'Priority', value: priority },
    { name: 'Type', value: type },
    { name: 'Labels', value: labels.join(', ') },
    { name: 'View', value: keptViewText(topic) },
  ].filter(({ value }) => value);
  return <Facts rows={rows} />;
}
