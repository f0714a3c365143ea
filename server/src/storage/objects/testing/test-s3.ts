import { randomUUID } from 'node:crypto';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { readEnv, type S3Location } from '../../../env.ts';
import type { ObjectStore } from '../object-store.ts';
import { openClient } from '../s3-connection.ts';

/** Why tests on S3 are skipped, for their names. */
export const S3_SKIPPED = 'needs TEST_S3_URL, a STORAGE_URL of a server for tests';

/** Makes the bucket of a `STORAGE_URL` where it is missing; returns its address. */
export async function makeBucket(variables: Readonly<Record<string, string>>): Promise<S3Location> {
  const storage = readEnv(variables).storage!;
  const client = openClient(storage);
  await client.send(new CreateBucketCommand({ Bucket: storage.bucket })).catch((error: Error) => {
    if (!error.name.startsWith('BucketAlready')) throw error;
  });
  client.destroy();
  return storage;
}

/** An empty place in the bucket of `TEST_S3_URL`, which is made where it is missing; null where that is not set. */
export async function testS3(): Promise<S3Location | null> {
  const { TEST_S3_URL, AWS_ACCESS_KEY_ID = 'test:tester', AWS_SECRET_ACCESS_KEY = 'testing' } = process.env;
  if (!TEST_S3_URL) return null;
  const storage = await makeBucket({ STORAGE_URL: TEST_S3_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY });
  return { ...storage, prefix: `${storage.prefix}${randomUUID()}/` };
}

/** Removes all objects of a store for tests, and closes it. */
export async function emptyStore(store: ObjectStore): Promise<void> {
  for await (const { key } of store.list('')) await store.delete(key);
  store.close();
}

/** What a process of the product needs in its environment to use this place. */
export const variablesOf = ({ bucket, prefix, endpoint, region, ...keys }: S3Location): Record<string, string> => ({
  STORAGE_URL: `s3://${bucket}/${prefix}?${new URLSearchParams({ ...(endpoint && { endpoint }), region })}`,
  AWS_ACCESS_KEY_ID: keys.accessKeyId,
  AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
});
