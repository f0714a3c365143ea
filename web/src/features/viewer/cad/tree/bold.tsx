import { boldParts } from './bold-parts.ts';
import css from './bold.module.css';

/** A text with the words of a search in bold. */
export function Bold({ text, query }: { text: string; query: string }) {
  return boldParts(text, query).map(({ part, isBold }, i) =>
    isBold ? (
      <strong key={i} className={css.bold}>
        {part}
      </strong>
    ) : (
      part
    ),
  );
}
