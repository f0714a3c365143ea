import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Link } from './link.ts';
import { superviseProcess, type SupervisedProcess } from './supervised-process.ts';

const FAKETIME = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file));

/** Whether the clocks of processes can be set (libfaketime). */
export const canSetClocks = FAKETIME !== undefined;

/** The ways of a process of the product to what it needs. */
export interface ProductLinks {
  readonly pool: Link;
  readonly databases: readonly [Link, Link];
  readonly s3: Link;
}

/** A server or worker of the product. */
export interface ProductProcess {
  readonly name: string;
  readonly kind: 'server' | 'worker';
  readonly process: SupervisedProcess;
  /** Answers `/readyz`; of a server everything else too. */
  readonly origin: string;
  readonly links: ProductLinks;
  /** From the balancer to a server; null at a worker. */
  readonly front: Link | null;
  /** Sets its clock so many seconds off, within a second or two. */
  setClock(offByS: number): Promise<void>;
}

interface ProductSettings {
  readonly name: string;
  readonly kind: ProductProcess['kind'];
  readonly port: number;
  /** Of the rig, for logs. */
  readonly folder: string;
  /** Has a `DATA_DIR` for each process. */
  readonly dataDirs: string;
  /** Folder of the bundled server. */
  readonly bundle: string;
  /** Variables that all of them have. */
  readonly env: NodeJS.ProcessEnv;
  readonly links: ProductLinks;
  readonly front: Link | null;
  onOwnEnd(what: string): void;
}

/** Makes the data folder of a process, which shares none with the others. */
export async function makeProductProcess(settings: ProductSettings): Promise<ProductProcess> {
  const { name, kind, port, folder, dataDirs, bundle, links, front, onOwnEnd } = settings;
  const dataDir = join(dataDirs, name);
  const clockFile = join(folder, `${name}.clock`);
  await mkdir(dataDir);
  const setClock = (offByS: number) => writeFile(clockFile, `${offByS < 0 ? '' : '+'}${offByS}\n`);
  await setClock(0);
  const clock = FAKETIME && {
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: clockFile,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  const origin = `http://127.0.0.1:${port}`;
  const command = kind === 'server' ? ['serve'] : ['worker', '--port', String(port)];
  const isReady = () =>
    fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(3000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  const process_ = superviseProcess({
    name,
    command: process.execPath,
    args: ['--enable-source-maps', join(bundle, 'cli.js'), ...command],
    env: { ...settings.env, ...clock, DATA_DIR: dataDir, ...(kind === 'server' ? { PORT: String(port) } : {}) },
    logFile: join(folder, `${name}.log`),
    isReady,
    onOwnEnd,
  });
  return { name, kind, process: process_, origin, links, front, setClock };
}
