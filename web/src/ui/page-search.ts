import { type RefObject, useEffect } from 'react';

const fields = new Set<HTMLInputElement>();

/** Makes a field one that {@link focusPageSearch} finds while it is mounted. */
export function usePageSearch(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const { current } = field;
    if (!current) return undefined;
    fields.add(current);
    return () => void fields.delete(current);
  }, [field]);
}

/** Moves the focus to the search field that is first on the page; nothing happens without one. */
export function focusPageSearch(): void {
  const [first] = [...fields].sort((a, b) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  first?.focus();
}
