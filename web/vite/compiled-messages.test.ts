import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { compiledMessages } from './compiled-messages.ts';

it('a bundle has its messages compiled, fills them in, and holds no parser', async () => {
  const entry = fileURLToPath(new URL('testing/one-message.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [compiledMessages()],
    build: { write: false, minify: true, lib: { entry, formats: ['es'], fileName: 'out' } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error('Nothing was built.');
  const { code } = output.output[0];
  const made = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as {
    text: string;
  };
  expect(made.text).toBe('Move Sensors up');
  // The parser alone has 25 kB.
  expect(code.length).toBeLessThan(15_000);
});
