import type { Db } from '@overlook/db';
import { z } from 'zod';
import { importSite } from '../publish/import-site.ts';
import { deleteSite, listSites } from '../publish/stored-sites.ts';
import { importRequestSchema } from '../publish/import-request.ts';
import { type Passwords } from '../services/passwords.ts';
import { checkedInput } from '../publish/checked-input.ts';
import { createUser, createUserSchema } from './create-user.ts';

/** How far an operation is; `total` is null where it is not known. */
export interface OperationProgress {
  label: string;
  done: number;
  total: number | null;
  unit: 'bytes' | 'items';
}

export interface OperationContext {
  signal: AbortSignal;
  onProgress(progress: OperationProgress): void;
}

/** Something the operator's command line can have done, here or in the running server. Input is not yet checked. */
export type Operation = (input: unknown, context: OperationContext) => Promise<unknown>;
export type OperationName = 'site.import' | 'site.list' | 'site.delete' | 'user.create' | 'db.migrate';

export interface OperationStores {
  db: Db;
  /** `<DATA_DIR>/files` */
  filesDir: string;
  passwords: Passwords;
  /** Called after sites or users have changed, so that a server can forget what it remembered of them. */
  onChange?: () => void;
}

/** The operations over an open database. */
export function operatorOperations(stores: OperationStores): Record<OperationName, Operation> {
  const changing = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    stores.onChange?.();
    return result;
  };
  return {
    'site.import': (input, { signal, onProgress }) =>
      changing(
        importSite(
          { ...stores, signal, onProgress: (progress) => onProgress(importProgress(progress)) },
          checkedInput(importRequestSchema, input),
        ),
      ),
    'site.list': async () => ({ sites: await listSites(stores.db) }),
    'site.delete': async (input) => ({
      site: await changing(deleteSite(stores, checkedInput(z.object({ slug: z.string() }), input).slug)),
    }),
    'user.create': (input) => changing(createUser(stores, checkedInput(createUserSchema, input))),
    // Opening the database has brought it up to date already.
    'db.migrate': async () => ({ status: 'success' }),
  };
}

const CONVERT_STEPS = {
  reading: 'Reading the CAD model',
  tiling: 'Making tiles',
  'writing tree': 'Writing the object tree',
} as const;

function importProgress(
  progress: Parameters<NonNullable<Parameters<typeof importSite>[0]['onProgress']>>[0],
): OperationProgress {
  const { phase, layer, done, total } = progress;
  if (phase === 'converting') return { label: CONVERT_STEPS[progress.step], done, total, unit: 'items' };
  if (phase === 'registering') return { label: 'Registering', done, total, unit: 'items' };
  if (phase === 'reading tree') return { label: 'Reading the object tree', done, total, unit: 'items' };
  if (phase === 'storing tree') return { label: 'Storing the object tree', done, total, unit: 'items' };
  if (phase === 'checking') return { label: `Checking ${layer}`, done, total, unit: 'items' };
  return { label: `Copying ${layer}`, done, total, unit: 'bytes' };
}
