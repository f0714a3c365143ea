/** Reads one file, or tells what a format is, in a worker. Each request has its own worker, which ends with it. */
import { formatPolicyText } from '@overlook/shared/messages';
import type { FileContent } from './file-content.ts';
import type { FormatKind } from './format-definition.ts';
import { type FormatName, openFormat } from './open-format.ts';
import { type FileToRead, parseFile } from './parse-file.ts';
import { PlaceNeededError, type PlaceQuestion } from './place-question.ts';

export interface FormatRequest {
  /** In messages: the name of the file, or the URL of the format's module. */
  readonly name: string;
  readonly format: FormatName;
  /** Null asks what the format is. */
  readonly file: FileToRead | null;
}

export type FormatReply =
  | { answer: FileContent | FormatKind }
  /** `question`: of a file that can be shown with its answer. */
  | { error: string; question: PlaceQuestion | null };

/** URL of the first script that the policy of the page has stopped in this worker, or its scheme. */
let blocked: string | null = null;
self.addEventListener('securitypolicyviolation', ({ disposition, blockedURI }) => {
  if (disposition === 'enforce') blocked ??= blockedURI;
});

self.addEventListener('message', async ({ data }: MessageEvent<FormatRequest>) => {
  const reply = (message: FormatReply) => self.postMessage(message);
  try {
    reply({ answer: await answerTo(data) });
  } catch (error) {
    reply({ error: messageOf(error), question: questionOf(error) });
  }
});

async function answerTo({ name, format, file }: FormatRequest): Promise<FileContent | FormatKind> {
  const opened = await openFormat(format).catch(async (error: unknown) => {
    const reason = (await policyReason()) ?? messageOf(error);
    throw new Error(`${name}: Its format cannot be used. ${reason}`.trim(), { cause: error });
  });
  if (file) return parseFile(opened, file);
  const { id, title, extensions, mimeTypes, largestBytes } = opened;
  return { id, title, extensions, ...(mimeTypes && { mimeTypes }), largestBytes };
}

/** Why a module was not loaded, if it was the policy; null otherwise. The event of a violation may follow the failure. */
async function policyReason(): Promise<string | null> {
  await new Promise((resolve) => setTimeout(resolve));
  if (blocked === null) return null;
  return formatPolicyText(URL.canParse(blocked) ? new URL(blocked).origin : `${blocked}:`);
}

const questionOf = (error: unknown): PlaceQuestion | null =>
  error instanceof Error && error.cause instanceof PlaceNeededError ? error.cause.question : null;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
