import { createHash, randomBytes } from 'node:crypto';

/** A new secret of 256 random bits, base64url: 43 characters. */
export const newToken = () => randomBytes(32).toString('base64url');

/** The stored form of a token: its SHA-256 in hex. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');
