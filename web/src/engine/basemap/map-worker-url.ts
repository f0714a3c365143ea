// The default export is the bundler's: the address of the worker as it is built.
// oxlint-disable-next-line import/default
import mapWorkerUrl from './map-worker.ts?worker&url';

export { mapWorkerUrl };
