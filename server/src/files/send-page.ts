import type { FastifyReply, FastifyRequest } from 'fastify';
import { PRODUCT_NAME } from '@overlook/shared/config';
import { escapeHtml } from '../escape-html.ts';
import { sendFile } from './send-file.ts';
import type { StoredFile } from './stored-file.ts';

/**
 * Answers with a page of the web app. Its title is the name of the instance from the first byte: people, search engines and
 * programs that show links read it before or without the page's code.
 */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: StoredFile,
  productName: string,
): Promise<FastifyReply> {
  if (productName === PRODUCT_NAME) return sendFile(request, reply, page);
  const html = Buffer.from(await page.whole()).toString();
  const title = `<title>${escapeHtml(productName)}</title>`;
  return reply.type('text/html; charset=utf-8').send(html.replace(/<title>[^<]*<\/title>/, () => title));
}
