export { openMemoryDatabase } from './pglite.ts';
