import { letOthersRun } from '@overlook/db';
import { inPieces } from './heavy-work.ts';

/** Lists that are longer are written row by row. */
const SHORT_LIST = 100;

/** The longest list of an answer, which is written row by row; null for an answer that is short. */
export function longListOf(output: unknown): string | null {
  if (typeof output !== 'object' || output === null) return null;
  for (const [name, value] of Object.entries(output))
    if (Array.isArray(value) && value.length > SHORT_LIST) return name;
  return null;
}

/** An answer as JSON whose list `name` is written row by row; other requests run in between. */
export const jsonPieces = (output: object, name: string): AsyncGenerator<string> => inPieces(jsonTexts(output, name));

async function* jsonTexts(output: object, name: string): AsyncGenerator<string> {
  const { [name]: rows, ...others } = output as Record<string, unknown>;
  const fields = Object.entries(others).flatMap(([key, value]) => {
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? [] : [`${JSON.stringify(key)}:${text},`];
  });
  yield `{${fields.join('')}${JSON.stringify(name)}:[`;
  for (const [index, row] of (rows as readonly unknown[]).entries()) {
    yield `${index > 0 ? ',' : ''}${JSON.stringify(row) ?? 'null'}`;
    await letOthersRun();
  }
  yield ']}';
}
