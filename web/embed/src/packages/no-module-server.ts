/** In place of embed/module-server.ts in packages: a bundle of the host has no server of its own. */
export const MODULE_SERVER: string | null = null;
