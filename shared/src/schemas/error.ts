import { z } from 'zod';

/** Every machine code that an error answer can carry, with its HTTP status. */
export const ERROR_STATUS = {
  INVALID_INPUT: 400,
  NOT_SIGNED_IN: 401,
  WRONG_CREDENTIALS: 401,
  SIGN_IN_EXPIRED: 401,
  PASSWORD_WANTED: 401,
  FORBIDDEN: 403,
  ADDRESS_EXPIRED: 403,
  DISCLAIMER_REQUIRED: 403,
  FOREIGN_ORIGIN: 403,
  BEARER_REQUIRED: 403,
  NOT_FOUND: 404,
  ARCHIVED: 404,
  FILE_LOST: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  TOO_MANY_TRIES: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  DISK_FULL: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The body of every error answer. `fields` (path → message) comes with 400 only. */
export const errorBodySchema = z.object({
  error: z.string(),
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  fields: z.record(z.string(), z.string()).optional(),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;
