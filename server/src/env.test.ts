import { describe, expect, it } from 'vitest';
import { readEnv, WrongEnvironmentError } from './env.ts';

const S3_URL_WANTED =
  'STORAGE_URL must be a URL like s3://bucket/folder?endpoint=https://s3.example.com&region=eu-central-1, without credentials';

describe('the environment', () => {
  it('has the decided defaults', () => {
    expect(readEnv({})).toMatchObject({
      port: 4500,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:4500',
      dataDir: '.data',
      databaseUrl: null,
      databaseDirectUrl: null,
      demo: true,
      demoCaptures: 'all',
      basemapStyleUrl: null,
      embedOrigins: [],
      features: [],
      productName: 'Overlook',
      mailFrom: 'no-reply@localhost',
      drainSeconds: 2,
    });
  });

  it('creates the demo by default only with the embedded database', () => {
    const DATABASE_URL = 'postgres://a:b@c:5432/d';
    expect(readEnv({ DATABASE_URL }).demo).toBe(false);
    expect(readEnv({ DATABASE_URL, DEMO: 'true' }).demo).toBe(true);
    expect(readEnv({ DEMO: 'false' }).demo).toBe(false);
  });

  it('reads where files are kept, with the keys of the bucket', () => {
    const [AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY] = ['key', 'secret'];
    const read = (STORAGE_URL: string) => readEnv({ STORAGE_URL, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }).storage;
    const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
    expect(read('s3://files')).toEqual({ bucket: 'files', prefix: '', endpoint: null, region: 'us-east-1', ...keys });
    expect(read('s3://my.files/over/look/?endpoint=http://10.0.0.1:9000&region=eu-1')).toEqual({
      bucket: 'my.files',
      prefix: 'over/look/',
      endpoint: 'http://10.0.0.1:9000',
      region: 'eu-1',
      ...keys,
    });
    expect(readEnv({ AWS_ACCESS_KEY_ID }).storage).toBeNull();
    expect(() => readEnv({ STORAGE_URL: 's3://files' })).toThrow(
      'AWS_ACCESS_KEY_ID must be set, because STORAGE_URL is\nAWS_SECRET_ACCESS_KEY must be set, because STORAGE_URL is',
    );
  });

  it('reads where and how often backups are made', () => {
    expect(readEnv({}).backups).toBeNull();
    const backups = { to: '/backup', everyMs: 24 * 3_600_000, keep: undefined, keyFile: null, drills: null };
    expect(readEnv({ BACKUP_TO: '/backup' }).backups).toEqual(backups);
    expect(
      readEnv({ BACKUP_TO: '/backup', BACKUP_EVERY: '1', BACKUP_KEEP: '7', BACKUP_KEY_FILE: '/key' }).backups,
    ).toEqual({ ...backups, everyMs: 3_600_000, keep: 7, keyFile: '/key' });
    const s3 = readEnv({
      BACKUP_TO: 's3://backups/overlook',
      AWS_ACCESS_KEY_ID: 'files',
      AWS_SECRET_ACCESS_KEY: 'f',
      BACKUP_ACCESS_KEY_ID: 'backups',
      BACKUP_SECRET_ACCESS_KEY: 'b',
    });
    expect(s3.backups?.to).toBe('s3://backups/overlook');
    expect(s3.backupKeys).toEqual({ accessKeyId: 'backups', secretAccessKey: 'b' });
    expect(() => readEnv({ BACKUP_TO: 's3://backups' })).toThrow('BACKUP_SECRET_ACCESS_KEY must be set');
    expect(() => readEnv({ BACKUP_TO: 's3://' })).toThrow('BACKUP_TO must be a URL like s3://bucket');
    expect(readEnv({ BACKUP_TO: '/backup', DRILL_EVERY: '168', DATA_DIR: '/data' }).backups?.drills).toEqual({
      everyMs: 168 * 3_600_000,
      scratch: '/data/files/incoming',
    });
    expect(() => readEnv({ DRILL_EVERY: '168' })).toThrow('BACKUP_TO must be set, because DRILL_EVERY is');
    expect(() => readEnv({ BACKUP_EVERY: '0' })).toThrow('BACKUP_EVERY must be a whole number of hours');
  });

  it('reads lists, and an empty value as none', () => {
    const env = readEnv({
      FEATURES: 'metrics, instance',
      EMBED_ORIGINS: 'https://a.b,http://c:1',
      PORT: '',
      DEMO: ' ',
    });
    expect(env.features).toEqual(['metrics', 'instance']);
    expect(env.embedOrigins).toEqual(['https://a.b', 'http://c:1']);
    expect(env.port).toBe(4500);
    expect(readEnv({ TRUST_PROXY: 'loopback, 10.0.0.0/8,fd00::1' }).trustProxy).toEqual([
      'loopback',
      '10.0.0.0/8',
      'fd00::1',
    ]);
    expect(readEnv({ PORT: '80', PUBLIC_URL: 'https://x.y/' }).publicUrl).toBe('https://x.y');
  });

  it.each([
    ['PORT', 'eighty', 'PORT must be a port number from 0 to 65535'],
    ['PORT', '70000', 'PORT must be a port number from 0 to 65535'],
    ['PORT', '-1', 'PORT must be a port number from 0 to 65535'],
    ['PUBLIC_URL', 'overlook.example.com', 'PUBLIC_URL must be a URL like https://overlook.example.com'],
    [
      'PUBLIC_URL',
      'https://x.y/overlook',
      'PUBLIC_URL must have no path, like https://overlook.example.com: the product needs a host name or port of its own',
    ],
    [
      'DATABASE_URL',
      'mysql://x',
      'DATABASE_URL must be a URL like postgres://user:password@host:5432/name, also with hosts like one:5432,two:5432',
    ],
    ['STORAGE_URL', 'https://bucket', S3_URL_WANTED],
    ['STORAGE_URL', 's3://Bucket', S3_URL_WANTED],
    ['STORAGE_URL', 's3://key:secret@bucket', S3_URL_WANTED],
    ['STORAGE_URL', 's3://bucket/a b', S3_URL_WANTED],
    ['STORAGE_URL', 's3://bucket?endpoint=minio:9000', S3_URL_WANTED],
    ['STORAGE_URL', 's3://bucket?acl=public', S3_URL_WANTED],
    ['SMTP_URL', 'mail', 'SMTP_URL must be a URL like smtp://user:password@host:587'],
    ['MAIL_FROM', 'Viewer <a@b.c>', 'MAIL_FROM must be an e-mail address'],
    ['OPERATOR_EMAIL', 'nobody', 'OPERATOR_EMAIL must be an e-mail address'],
    ['DRAIN_SECONDS', '601', 'DRAIN_SECONDS must be from 0 to 600'],
    ['DRAIN_SECONDS', 'soon', 'DRAIN_SECONDS must be a whole number of seconds'],
    ['MAIL_RECIPIENTS', 'Ana <a@b.c>', 'MAIL_RECIPIENTS must be people, *, or a comma list of domains'],
    ['PICTURE_GB_MOST', '0.5', 'PICTURE_GB_MOST must be a whole number of gigabytes'],
    ['ATTACHMENT_GB_MOST', '0', 'ATTACHMENT_GB_MOST must be at least 1'],
    ['SECRET_KEY', 'secret', 'SECRET_KEY must be 64 hexadecimal digits'],
    ['TILE_KEY', 'c2hvcnQ=', 'TILE_KEY must be 32 bytes in base64: openssl rand -base64 32'],
    ['DEMO', 'yes', 'DEMO must be true or false'],
    ['DEMO_CAPTURES', 'both', 'DEMO_CAPTURES must be all or newest'],
    ['BASEMAP_STYLE_URL', 'file:///x', 'BASEMAP_STYLE_URL must be a URL like https://tiles.example.com/style.json'],
    ['EMBED_ORIGINS', 'https://a.b/path', 'EMBED_ORIGINS must be a comma list of origins'],
    ['EMBED_ORIGINS', '*', 'EMBED_ORIGINS must be a comma list of origins'],
    ['FEATURES', 'metrics,nonsense', 'FEATURES must be a comma list of notifications, organisation'],
    ['OIDC_ISSUER', 'https://x', 'OIDC_CLIENT_SECRET must be set, because OIDC_ISSUER is'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be fatal'],
    ['TRUST_PROXY', 'true', 'TRUST_PROXY must be a comma list of addresses like 127.0.0.1, 10.0.0.0/8 or loopback'],
    ['TRUST_PROXY', '10.0.0.0/33', 'TRUST_PROXY must be a comma list'],
    ['TRUST_PROXY', '0.0.0.0/0', 'TRUST_PROXY must be a comma list'],
    ['EXPORT_POINTS_MOST', '1e6', 'EXPORT_POINTS_MOST must be a whole number of points'],
    ['STORAGE_SCRATCH_GB', '0', 'STORAGE_SCRATCH_GB must be at least 1'],
    ['EXPORT_TRIANGLES_MOST', 'many', 'EXPORT_TRIANGLES_MOST must be a whole number of triangles'],
    ['EXPORT_TRIANGLES_MOST', '0', 'EXPORT_TRIANGLES_MOST must be from 1 to 100000000'],
    ['EXPORT_POINTS_MOST', '0', 'EXPORT_POINTS_MOST must be from 1 to 4000000000'],
    ['METRICS_TOKEN', 'short', 'METRICS_TOKEN must have at least 16 characters'],
  ])('refuses %s=%s in one line', (name, value, line) => {
    expect(() => readEnv({ [name]: value })).toThrow(WrongEnvironmentError);
    expect(() => readEnv({ [name]: value })).toThrow(line);
  });

  it('names every wrong variable once', () => {
    const failure = (() => {
      try {
        readEnv({ PORT: 'x', DEMO: 'x' });
      } catch (error) {
        return error as Error;
      }
      return null;
    })();
    expect(failure?.message.split('\n')).toHaveLength(2);
  });
});
