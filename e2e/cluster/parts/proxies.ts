import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { postgresUser } from '@overlook/db/testing';
import { answers, superviseProcess, type SupervisedProcess } from './supervised-process.ts';

interface ProxyPlace {
  /** For its settings and its log; others may read it, since it gives up being root. */
  readonly folder: string;
  readonly port: number;
  /** Called when it ends and nobody has ended it. */
  onOwnEnd(what: string): void;
}

/** PgBouncer, which gives each transaction another connection, before a database on `target`. */
export async function makePool(
  { folder, port, onOwnEnd }: ProxyPlace,
  target: number,
  database: string,
): Promise<SupervisedProcess> {
  const lines = [
    '[databases]',
    `${database} = host=127.0.0.1 port=${target} user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 20',
    'max_client_conn = 500',
    'server_connect_timeout = 2',
    'server_login_retry = 1',
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `${lines.join('\n')}\n`);
  return superviseProcess({
    name: 'pool',
    command: 'pgbouncer',
    args: ['-q', file],
    user: postgresUser(),
    logFile: join(folder, 'pool.log'),
    isReady: () => answers(port),
    onOwnEnd,
  });
}

/** HAProxy, which sends requests to the servers that say they are ready. */
export async function makeBalancer(
  { folder, port, onOwnEnd }: ProxyPlace,
  targets: readonly number[],
): Promise<SupervisedProcess> {
  const lines = [
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    '  timeout client 60s',
    '  timeout server 60s',
    // A slow answer is no refusal.
    '  timeout check 5s',
    '  retries 3',
    '  option redispatch',
    '  option forwardfor',
    'listen overlook',
    `  bind 127.0.0.1:${port}`,
    '  balance roundrobin',
    '  option httpchk GET /readyz',
    '  default-server check inter 500ms fall 1 rise 1',
    ...targets.map((target, i) => `  server server-${i + 1} 127.0.0.1:${target}`),
  ];
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, `${lines.join('\n')}\n`);
  return superviseProcess({
    name: 'balancer',
    command: 'haproxy',
    args: ['-db', '-f', file],
    logFile: join(folder, 'balancer.log'),
    isReady: () => answers(port),
    onOwnEnd,
  });
}
