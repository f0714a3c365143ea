import { useEffect, useState } from 'react';

/** Milliseconds without a change after which typing counts as finished. */
const TYPING_MS = 250;

/** The value once it has not changed for a moment: used for searches on the server. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
