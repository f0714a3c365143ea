/** Reads one file in a worker. Each file has its own worker, which ends with it. */
import type { FileContent } from './file-content.ts';
import { type FormatName, openFormat } from './open-format.ts';
import { type FileToRead, parseFile } from './parse-file.ts';

export interface FormatRequest extends FileToRead {
  readonly format: FormatName;
}

export type FormatReply = { content: FileContent } | { error: string };

self.addEventListener('message', async ({ data: { format, ...file } }: MessageEvent<FormatRequest>) => {
  const reply = (message: FormatReply) => self.postMessage(message);
  const refuse = (error: unknown) => reply({ error: error instanceof Error ? error.message : String(error) });
  try {
    const opened = await openFormat(format).catch((error: unknown) => {
      throw new Error(
        `${file.name}: Its format cannot be used. ${error instanceof Error ? error.message : ''}`.trim(),
        {
          cause: error,
        },
      );
    });
    reply({ content: await parseFile(opened, file) });
  } catch (error) {
    refuse(error);
  }
});
