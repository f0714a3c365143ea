import { fileSizeText } from '@overlook/shared/format';
import type { MovedObjects } from '../storage/objects/move-objects.ts';
import type { CheckedStorage } from './check-storage.ts';
import type { OperationCommand } from './command.ts';
import { assertNoMoreArguments } from './site-commands.ts';

export const storageMove: OperationCommand = {
  words: ['storage', 'move'],
  summary: 'move files between the data folder and S3',
  help: `Usage: overlook storage move [--back] [--keep] [--json]

Moves models, point clouds, attachments, exports, pictures and kept builds from DATA_DIR to the bucket of STORAGE_URL while
servers run, which read them in both places. Each is copied, read back and compared before it is removed. Where it was
ended, a further call goes on. See docs/operating.md.
  --back   from the bucket to DATA_DIR, before STORAGE_URL is removed
  --keep   leave the files where they were, too
  --json   print the result as JSON`,
  options: { back: { type: 'boolean' }, keep: { type: 'boolean' } },
  operation: 'storage.move',
  toInput: ({ options, positionals }) => {
    assertNoMoreArguments(positionals);
    return { back: options['back'] === true, keep: options['keep'] === true };
  },
  describe: ({ moved, bytes, already }: Omit<MovedObjects, 'failed'>) =>
    `Files moved: ${moved} (${fileSizeText(bytes)}). Already there: ${already}.`,
};

export const storageCheck: OperationCommand = {
  words: ['storage', 'check'],
  summary: 'look for files that are lost',
  help: `Usage: overlook storage check [--read] [--json]

Compares models, point clouds, attachments, exports and pictures that the database names with those in DATA_DIR and in the
bucket of STORAGE_URL. Fails where some are lost, and names the first ones. Files without a row are counted: the server
removes those older than a day.
  --read   also read every byte, and compare the hashes that rows or the bucket know: after a database and a bucket were
           restored each by its own means
  --json   print the result as JSON`,
  options: { read: { type: 'boolean' } },
  operation: 'storage.check',
  toInput: ({ options, positionals }) => {
    assertNoMoreArguments(positionals);
    return { reads: options['read'] === true };
  },
  describe: ({ named, unnamed, read }: CheckedStorage) =>
    [
      `Of ${named} files that rows name, none is lost. Files without a row: ${unnamed}.`,
      ...(read
        ? [
            `Read ${read.read} objects (${fileSizeText(read.bytes)}). ${read.compared} have the hash that is known of them.`,
          ]
        : []),
    ].join('\n'),
};
