/** The dependencies of the command line for public links and embeds. */
export const SHARE_ENV = { embedOrigins: ['https://portal.example.com'], publicUrl: 'https://overlook.example' };
