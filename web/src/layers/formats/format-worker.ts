/** Reads one file beside the page: a worker for each file, which ends with it. */
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
