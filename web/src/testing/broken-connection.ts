/** When a connection breaks: before the server gets the call, or before its answer arrives. */
export const BREAKS = ['before a call', 'after a call'] as const;

/** An answer to a procedure (see `answerCalls`) whose first call ends without one. */
export function broken<Input>(when: (typeof BREAKS)[number], answer: (input: Input) => unknown) {
  let isFirst = true;
  return (input: Input): unknown => {
    if (!isFirst) return answer(input);
    isFirst = false;
    if (when === 'after a call') answer(input);
    throw new TypeError('Failed to fetch');
  };
}
