import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { compiledMessages } from './compiled-messages.ts';

const ONE = new URL('testing/one-message.ts', import.meta.url);
const ANY = new URL('testing/any-message.ts', import.meta.url);

/** The bundle of a module of `testing`, and what it exports. */
async function bundle(entry: URL): Promise<{ code: string; text: string }> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [compiledMessages()],
    build: {
      write: false,
      minify: true,
      lib: { entry: fileURLToPath(entry), formats: ['es'], fileName: 'out' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error('Nothing was built.');
  const { code } = output.output[0];
  const made = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as {
    text: string;
  };
  return { code, text: made.text };
}

it('a bundle has its messages compiled, fills them in, and holds no parser', async () => {
  const { code, text } = await bundle(ONE);
  expect(text).toBe('Move Sensors up');
  // The parser alone has 25 kB.
  expect(code.length).toBeLessThan(15_000);
});

it('a bundle holds no keys and no message that it does not show', async () => {
  const { code, text } = await bundle(ONE);
  expect(text).toBe('Move Sensors up');
  expect(code).not.toMatch(/layers\.|Move \{|down/);
});

it('a key that is put together finds its message', async () => {
  const { text } = await bundle(ANY);
  expect(text).toBe('Move Sensors up, Move Sensors down');
});
