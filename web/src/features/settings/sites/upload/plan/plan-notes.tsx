import { CircleHelp, Info, TriangleAlert } from 'lucide-react';
import { formatMessage, UPLOAD_PAGE_MESSAGES } from '@overlook/shared/messages';
import type { PlannedPart } from '../recognise/assign-layers.ts';
import type { LeftOut } from '../recognise/left-out.ts';
import css from './plan.module.css';

interface PlanNotesProps {
  planned: readonly PlannedPart[];
  leftOut: LeftOut & { readonly unread: number };
}

const ICONS = { missing: TriangleAlert, assumed: CircleHelp, info: Info } as const;

/** What will be missing, what was assumed, and what was left out, a sentence each. */
export function PlanNotes({ planned, leftOut }: PlanNotesProps) {
  const notes = [
    ...planned.flatMap(({ part, isChosen }) => (isChosen ? part.notes : [])),
    ...leftOutTexts(leftOut).map((text) => ({ tone: 'info' as const, text })),
  ];
  if (notes.length === 0) return null;
  return (
    <ul className={css.notes}>
      {notes.map(({ tone, text }) => {
        const Icon = ICONS[tone];
        return (
          <li key={text} className={css.note} data-tone={tone}>
            <Icon size={14} strokeWidth={1.75} aria-hidden className={css.noteIcon} />
            {text}
          </li>
        );
      })}
    </ul>
  );
}

const leftOutTexts = ({ hidden, empty, unstorable, unread }: PlanNotesProps['leftOut']): string[] =>
  (
    [
      [UPLOAD_PAGE_MESSAGES['uploadPage.leftOutHidden'], hidden],
      [UPLOAD_PAGE_MESSAGES['uploadPage.leftOutEmpty'], empty],
      [UPLOAD_PAGE_MESSAGES['uploadPage.leftOutNames'], unstorable],
      [UPLOAD_PAGE_MESSAGES['uploadPage.leftOutUnread'], unread],
    ] as const
  ).flatMap(([sentence, count]) => (count > 0 ? formatMessage(sentence, { count }) : []));
