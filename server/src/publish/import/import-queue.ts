import type { UploadPart } from '@overlook/shared/schemas';
import type { ImportQueue } from '../../services/jobs/work-kinds.ts';
import type { ImportRequest } from '../import-request.ts';

/** The queue of an import with these parts. */
export function importQueue(parts: ReadonlySet<UploadPart>): ImportQueue {
  if (parts.has('points')) return 'points';
  if (parts.has('cad')) return 'cad';
  return parts.has('textured') || parts.has('shaded') ? 'models' : 'photos';
}

/** The queue of an import that was asked for by its sources. */
export const requestQueue = ({ layers }: ImportRequest): ImportQueue =>
  importQueue(new Set(Object.keys(layers) as UploadPart[]));
