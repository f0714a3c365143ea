/** Reads one file in a worker: there is one for each file, and it ends with it. */
import type { FileContent } from './file-content.ts';
import { type FileToRead, parseFile } from './parse-file.ts';

export type FormatReply = { content: FileContent } | { error: string };

self.addEventListener('message', async ({ data }: MessageEvent<FileToRead>) => {
  const reply = (message: FormatReply) => self.postMessage(message);
  try {
    reply({ content: await parseFile(data) });
  } catch (error) {
    reply({ error: error instanceof Error ? error.message : String(error) });
  }
});
