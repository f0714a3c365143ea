/** So many of a list are named. */
const NAMED = 3;
/** Longer names are cut to this many characters. */
const LONGEST_NAME = 60;

const shortened = (name: string): string => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name);

/** The first of some names, and the number of the others: "A, B, C and 7 more". */
export function listed(names: readonly string[]): string {
  const named = names.slice(0, NAMED).map(shortened).join(', ');
  return names.length > NAMED ? `${named} and ${names.length - NAMED} more` : named;
}
