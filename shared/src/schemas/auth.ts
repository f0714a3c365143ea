import { z } from 'zod';
import { permissionMapSchema } from './permission.ts';
import { userSchema } from './user.ts';

/** The answer of everything that changes something (decisions §2). */
export const successSchema = z.object({ status: z.literal('success') });

/** Sign-in (specification §7). The e-mail is compared in lower case; its form is not checked here. */
export const signInInputSchema = z.object({
  email: z
    .string('Email address is required')
    .trim()
    .toLowerCase()
    .min(1, 'Email address is required')
    .max(320, 'Email address is required'),
  password: z.string('Password is required').min(1, 'Password is required').max(1024, 'Password is required'),
});

export const signInOutputSchema = successSchema.extend({ user: userSchema, token: z.string() });

export const authCheckOutputSchema = z.object({ user: userSchema, permissions: permissionMapSchema });

export const acceptDisclaimerOutputSchema = successSchema.extend({ user: userSchema });
