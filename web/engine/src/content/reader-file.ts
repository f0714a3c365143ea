/** Address of the worker that reads tiles, for the engine and for the page, which requests it before the engine is there. */
export { default as readerFile } from './content-worker.ts?worker&url';
