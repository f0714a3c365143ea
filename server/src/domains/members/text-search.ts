import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { COMBINING_MARKS, FOLDED_LETTERS, foldText } from '@overlook/shared/format';

/** `foldText` in the database. Most names have nothing to fold, which is cheap to check. */
function folded(text: SQLWrapper): SQL {
  const plain = sql`lower(regexp_replace(normalize(${text}, NFD), ${COMBINING_MARKS}, '', 'g'))`;
  const whole = FOLDED_LETTERS.reduce((inner, [letter, typed]) => sql`replace(${inner}, ${letter}, ${typed})`, plain);
  return sql`case when octet_length(${text}) = char_length(${text}) then lower(${text}) else ${whole} end`;
}

/** Whether a text contains another, ignoring case and accents; `%` and `_` have no special meaning. */
export const containsText = (text: SQLWrapper, part: string): SQL =>
  sql`strpos(${folded(text)}, ${foldText(part)}) > 0`;

/**
 * How well a name fits a search, to sort by: 0 when it begins with it, 1 when one of its words does, 2 when it has
 * every word of it, 3 when the search was found outside the name.
 */
export function matchRank(name: SQLWrapper, search: string): SQL {
  const words = search.split(/\s+/).filter(Boolean);
  const whole = foldText(words.join(' '));
  const everyWord = sql.join(
    words.map((word) => containsText(name, word)),
    sql` and `,
  );
  return sql`case when starts_with(${folded(name)}, ${whole}) then 0 when strpos(${folded(name)}, ${` ${whole}`}) > 0 then 1 when ${words.length === 0 ? sql`true` : everyWord} then 2 else 3 end`;
}
