import type { MenuSectionOf } from '../../ui/menu/menu-list.tsx';
import { ANSWER_WORDS, type Answer, ANSWERS, type Place } from './answers.ts';

/** The entries of a head that answer for all of its row or column at once. */
export function setAllSection(
  places: readonly Place[],
  onAnswer: (places: readonly Place[], answer: Answer) => void,
): MenuSectionOf {
  return {
    key: 'set',
    entries: ANSWERS.map((answer) => ({
      key: answer,
      label: `${ANSWER_WORDS[answer]} all`,
      onAction: () => onAnswer(places, answer),
    })),
  };
}
