import { describe, expect, it } from 'vitest';
import { readEnv } from '../env.ts';
import { listenFailure } from './free-port.ts';
import { greeting } from './greeting.ts';
import { createSeedProgress } from './seed-progress.ts';

function progressOn(isTTY: boolean): string {
  let text = '';
  const stream = {
    isTTY,
    columns: 60,
    write: (chunk: string) => ((text += chunk), true),
  } as unknown as NodeJS.WriteStream;
  const progress = createSeedProgress(stream);
  progress.show('Plant: light', 0);
  progress.show('Plant: light', 0.1);
  progress.show('Plant: textured', 0.5);
  progress.end();
  return text;
}

describe('the progress of the first start', () => {
  it('is one line on a terminal, wiped at the end', () => {
    const lines = progressOn(true).split('\r\u001b[2K');
    expect(lines[3]).toBe('  ████████████░░░░░░░░░░░░  50 %  Plant: textured');
    expect(lines.at(-1)).toBe('');
    expect(progressOn(true)).not.toContain('\n');
  });
  it('is a line for each stage elsewhere', () => {
    expect(progressOn(false)).toBe('    0 %  Plant: light\n   50 %  Plant: textured\n');
  });
});

describe('the output for the operator', () => {
  it('is where to go, and the demo accounts when there are any', () => {
    expect(greeting(readEnv({ DEMO: 'false', PUBLIC_URL: 'https://a.example' }), 4500)).toBe(
      'Overlook is ready: https://a.example\n',
    );
    const text = greeting(readEnv({ PORT: '0' }), 4711);
    expect(text).toContain('http://localhost:4711');
    expect(text).toContain('member@overlook.example  overlook-member');
  });
  it('is a reason when it is not possible to listen', () => {
    const failure = (code: string) => listenFailure(Object.assign(new Error(code), { code }), 'h', 80)?.message;
    expect(failure('EACCES')).toContain('may not be used by this user');
    expect(failure('EADDRNOTAVAIL')).toBe('HOST h is not an address of this machine.');
    expect(failure('EIO')).toBeUndefined();
  });
});
