import { expect, it } from 'vitest';
import type { ImportJob } from '../schemas/instance-status.ts';
import { importText } from './instance.ts';

const job = (more: Partial<ImportJob>): ImportJob => ({
  id: '6f0a2c5e-0000-4000-8000-000000000000',
  site: 'plant',
  state: 'running',
  isCancelling: false,
  progress: null,
  reason: null,
  ...more,
});
const progress = { label: 'Copying cad', done: 21, total: 50, unit: 'bytes' as const };

it.each<[Partial<ImportJob>, string]>([
  [{ state: 'pending' }, 'Waiting'],
  [{ state: 'pending', reason: 'EIO.' }, 'Tried again soon: EIO'],
  [{}, 'Beginning'],
  [{ progress }, 'Copying cad, 42 %'],
  [{ progress: { ...progress, label: 'Checking cad', total: null } }, 'Checking cad'],
  [{ progress: { ...progress, done: 0, total: 0 } }, 'Copying cad'],
  [{ progress, isCancelling: true }, 'Cancelling'],
  [{ state: 'error', reason: 'tileset.json: is bad.' }, 'Failed: tileset.json: is bad'],
])('an import that is %j reads “%s”', (more, text) => expect(importText(job(more))).toBe(text));
