/** The settings that operations of the command line need, without a place for files. */
export const SHARE_ENV = {
  embedOrigins: ['https://portal.example.com'],
  publicUrl: 'https://overlook.example',
  dataDir: '',
  databaseUrl: null,
  secretKey: null,
  storage: null,
  backupKeys: null,
};
