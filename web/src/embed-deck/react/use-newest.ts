import { useLayoutEffect, useRef } from 'react';

/** The newest value for what is called later: hosts write their callbacks in place, so that each render has others. */
export function useNewest<T>(value: T): { readonly current: T } {
  const ref = useRef(value);
  useLayoutEffect(() => {
    ref.current = value;
  });
  return ref;
}
