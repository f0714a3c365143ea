import { useLayoutEffect, useRef } from 'react';

/** A ref with the newest value for later calls: hosts often pass inline callbacks, which change with each render. */
export function useNewest<T>(value: T): { readonly current: T } {
  const ref = useRef(value);
  useLayoutEffect(() => {
    ref.current = value;
  });
  return ref;
}
