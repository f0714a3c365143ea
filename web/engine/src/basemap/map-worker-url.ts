// The default export is the bundler's: the address of the worker as it is built.
// oxlint-disable-next-line import/default
import mapWorkerFile from './map-worker.ts?worker&url';
import { workerAddress } from '../content/worker-address.ts';

export const mapWorkerUrl = (): string => workerAddress(mapWorkerFile);
