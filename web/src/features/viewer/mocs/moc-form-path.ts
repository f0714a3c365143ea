/** The address of the form of a change; with null that of a new one (specification §2). */
export const mocFormPath = (mocId: number | null): string => (mocId === null ? '/mocs/add' : `/mocs/edit/${mocId}`);

/** The form that an address opens, or null. Adding takes no id, and editing needs one. */
export function mocFormAt(path: string): { mocId: number | null } | null {
  if (path === '/mocs/add') return { mocId: null };
  const id = /^\/mocs\/edit\/([1-9]\d{0,14})$/.exec(path)?.[1];
  return id === undefined ? null : { mocId: Number(id) };
}
