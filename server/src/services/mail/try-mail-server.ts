import { createTransport } from 'nodemailer';

const WITHIN_MS = 4000;

/** Connects to the mail server of an URL and signs in there, without sending. Throws what the mail library throws. */
export async function tryMailServer(url: string): Promise<void> {
  const timeouts = { connectionTimeout: WITHIN_MS, greetingTimeout: WITHIN_MS, socketTimeout: WITHIN_MS };
  const transport = createTransport({ url, ...timeouts });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
