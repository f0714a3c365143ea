/** What the command line makes public links and embeds with. */
export const SHARE_ENV = { embedOrigins: ['https://portal.example.com'], publicUrl: 'https://overlook.example' };
