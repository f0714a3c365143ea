import { describe, expect, it } from 'vitest';
import { readEnv } from '../env.ts';
import { started } from './serving.ts';
import type { ProcessCommand } from '../cli/command.ts';
import { serve, worker } from '../cli/process-commands.ts';

const request = (command: ProcessCommand, options: Record<string, string> = {}, positionals: string[] = []) =>
  command.toRequest({ options, positionals, workingDir: '/' });

describe('serve and worker', () => {
  it('refuse the embedded database, which has one process', async () => {
    const env = readEnv({ PORT: '0' });
    for (const command of [serve, worker])
      await expect(started(request(command))(env, new AbortController().signal)).rejects.toThrow(
        'needs DATABASE_URL: the embedded database has one process.',
      );
  });

  it('read kinds of work and a port, and refuse what they do not know', () => {
    expect(request(worker, { kinds: 'mail, cad', port: '9100' })).toEqual({
      process: 'worker',
      kinds: ['mail', 'cad'],
      port: 9100,
    });
    expect(() => request(worker, { kinds: 'mail,tea' })).toThrow('--kinds: “tea” is none of mail, exports, points,');
    for (const port of ['x', '70000', ''])
      expect(() => request(worker, { port })).toThrow('--port must be a port number');
    expect(() => request(serve, {}, ['now'])).toThrow();
  });
});
