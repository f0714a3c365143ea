/**
 * What a check of the installation may find, for its operator and administrators: what is wrong, and what to do. The keys are the codes that
 * programs read. The values put in have no secrets.
 */
export const CHECKS = {
  'environment.wrong': {
    problem: 'A setting of the environment is wrong: {reason}.',
    remedy: 'Correct this variable, and start the server again.',
  },
  'node.old': {
    problem: 'Node.js {version} runs the product.',
    remedy: 'Install Node.js 24, which is recommended, and start the server with it.',
  },
  'check.failed': {
    problem: 'The check “{name}” could not be done: {reason}.',
    remedy: 'Read the server’s log, correct the reason, and check again.',
  },
  'address.local': {
    problem: 'The server answers other machines, but PUBLIC_URL is {publicUrl}: links in mails lead nowhere.',
    remedy: 'Set PUBLIC_URL to the address that people type.',
  },
  'address.plain': {
    problem: 'PUBLIC_URL is {publicUrl}: passwords and sessions cross the network unencrypted.',
    remedy: 'Put a proxy with https in front, and set PUBLIC_URL to its https address.',
  },
  'address.silent': {
    problem: 'PUBLIC_URL ({publicUrl}) does not answer this machine: {reason}.',
    remedy:
      'Check name, firewall and proxy. Where only this machine may not reach it, the checks of the proxy are left out.',
  },
  'address.certificate': {
    problem: 'The certificate of PUBLIC_URL ({publicUrl}) is not accepted: {reason}.',
    remedy: 'Renew it, send its whole chain, or give the server your authority by NODE_EXTRA_CA_CERTS.',
  },
  'address.other': {
    problem: 'PUBLIC_URL ({publicUrl}) is answered by something else: {reason}.',
    remedy: 'Let the proxy pass all paths of this address to the server, or correct PUBLIC_URL.',
  },
  'demo.accounts': {
    problem: 'The demo accounts exist, whose passwords everybody knows, and PUBLIC_URL is {publicUrl}.',
    remedy: 'Set DEMO=false, and remove the demo accounts in Settings.',
  },
  'secretKey.missing': {
    problem: 'SECRET_KEY is not set, and {machines} machines use the database: each has a key of its own.',
    remedy: 'Set SECRET_KEY on all servers to what DATA_DIR/secret.key of the first one has.',
  },
  'secretKey.other': {
    problem: 'Second factors or headers of sources were stored with another key: they cannot be read.',
    remedy: 'Set SECRET_KEY to the former key, or restore DATA_DIR/secret.key from a backup.',
  },
  'database.silent': {
    problem: 'The database cannot be used: {reason}',
    remedy: 'Check DATABASE_URL, the database server and the connection to it.',
  },
  'database.old': {
    problem: 'PostgreSQL {version} is no longer maintained.',
    remedy: 'Move to a version that its makers maintain.',
  },
  'database.embedded': {
    problem: 'The embedded database serves {publicUrl}: it does not survive a power cut, and takes one server only.',
    remedy: 'Use PostgreSQL (DATABASE_URL).',
  },
  'database.pooled': {
    problem: 'DATABASE_URL leads through a pool of transactions: notices do not arrive, and locks stay behind.',
    remedy: 'Set DATABASE_DIRECT_URL to the database itself, or let the pool work by sessions.',
  },
  'database.directPooled': {
    problem: 'DATABASE_DIRECT_URL leads through a pool of transactions too.',
    remedy: 'Set it to the database itself, or to a pool of sessions.',
  },
  'database.directOther': {
    problem: 'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases.',
    remedy: 'Correct one of them: both must name the same database of the same server.',
  },
  'database.readOnly': {
    problem: 'The database accepts no changes: it is a standby, or set to read only.',
    remedy: 'Let DATABASE_URL lead to the primary; with several hosts add target_session_attrs=primary.',
  },
  'database.replicationLag': {
    problem: 'A standby of the database is {seconds} s behind.',
    remedy: 'Check its machine and the connection to it: at a failover these changes would be missing.',
  },
  'database.slow': {
    problem: 'The database needs {ms} ms for the simplest query.',
    remedy: 'Look at the load of its machine and at the connection to it.',
  },
  'database.connections': {
    problem: 'The database has {used} of at most {most} connections.',
    remedy: 'Raise max_connections, or put PgBouncer in front.',
  },
  'clock.apart': {
    problem: 'The clocks of this machine and of the database are {seconds} s apart.',
    remedy: 'Let both follow a time server (NTP): codes of second factors and links depend on the time.',
  },
  'disk.full': {
    problem: 'The disk of {folder} has {free} free: changes are refused.',
    remedy: 'Make room, or move the folder to a larger disk.',
  },
  'disk.low': {
    problem: 'The disk of {folder} has {free} free.',
    remedy: 'Make room before uploads and exports fail.',
  },
  'disk.inodes': {
    problem: 'The file system of {folder} has names for only {free} more files.',
    remedy: 'Remove files, or move the folder to a file system with more inodes: imports have many small files.',
  },
  'memory.limit': {
    problem: 'This process may have {limit} of memory, and CONVERT_MEMORY_MB lets one import take {convert}.',
    remedy: 'Raise the limit of the container or unit to the sum of both and 1 GB, or set CONVERT_MEMORY_MB lower.',
  },
  'memory.machine': {
    problem: 'This machine has {memory} of memory, and CONVERT_MEMORY_MB lets one import take {convert}.',
    remedy: 'Give the machine more memory, or set CONVERT_MEMORY_MB lower.',
  },
  'storage.readOnly': {
    problem: 'The folder {folder} cannot be written to: {reason}.',
    remedy: 'Give the user that runs the server the right to write there.',
  },
  'storage.refused': {
    problem: 'The store of files refuses an operation: {reason}',
    remedy: 'Check STORAGE_URL, its keys and their rights: get, put, delete and list below the prefix.',
  },
  'storage.range': {
    problem: '{store} does not answer requests for a range of bytes.',
    remedy: 'Use a store that does, or switch off what stands between it and the server.',
  },
  'storage.damaged': {
    problem: '{store} gives back other bytes than it was given.',
    remedy: 'Stop what changes them on their way (proxy, filter); check the disk.',
  },
  'storage.lost': {
    problem: '{count, plural, one {One file is} other {# files are}} lost that the database names, such as {example}.',
    remedy: 'Restore them from a backup, or import or upload them again.',
  },
  'storage.orphans': {
    problem: '{count, plural, one {One file is} other {# files are}} stored that nothing names, such as {example}.',
    remedy: 'They are removed once a day: let one process do the upkeep, and read its log.',
  },
  'mail.outbox': {
    problem: 'Mails are written to files and not sent.',
    remedy: 'Set SMTP_URL.',
  },
  'mail.silent': {
    problem: 'The mail server {place} does not answer: {reason}.',
    remedy: 'Check SMTP_URL, the mail server and the connection to it.',
  },
  'mail.refused': {
    problem: 'The mail server {place} refuses name or password.',
    remedy: 'Correct them in SMTP_URL; special characters are written as %40 and the like.',
  },
  'identity.silent': {
    problem: 'The identity provider {issuer} does not describe itself: {reason}.',
    remedy: 'Check OIDC_ISSUER and the connection to it: nobody can sign in by it.',
  },
  'proxy.untrusted': {
    problem: 'Requests arrive through a proxy at {address}, and TRUST_PROXY is not set: all people count as one.',
    remedy: 'Set TRUST_PROXY to the address of the proxy.',
  },
  'proxy.otherAddress': {
    problem: 'Requests arrive through a proxy at {address}, which TRUST_PROXY does not name.',
    remedy: 'Add this address to TRUST_PROXY if the proxy is yours.',
  },
  'proxy.noAddress': {
    problem: 'PUBLIC_URL is https, and requests arrive from {address} without X-Forwarded-For.',
    remedy: 'Let the proxy set X-Forwarded-For: without it all people count as one.',
  },
  'proxy.host': {
    problem: 'The proxy passes the host name {host} on, but PUBLIC_URL is {publicUrl}.',
    remedy: 'Let the proxy pass the Host of the request on, or correct PUBLIC_URL.',
  },
  'proxy.protocol': {
    problem: 'The proxy says that people use {protocol}, but PUBLIC_URL is {publicUrl}.',
    remedy: 'Set X-Forwarded-Proto to the protocol of people’s requests, or correct PUBLIC_URL.',
  },
  'proxy.bodySize': {
    problem: 'The proxy refuses uploads of 100 MiB.',
    remedy: 'Allow bodies of 101 MiB (nginx: client_max_body_size 101m).',
  },
  'proxy.buffering': {
    problem: 'The proxy holds uploads back until they are complete.',
    remedy: 'Pass them on as they arrive (nginx: proxy_request_buffering off).',
  },
  'proxy.compression': {
    problem: 'Pages arrive uncompressed through PUBLIC_URL.',
    remedy: 'Let the proxy pass Accept-Encoding on and leave Content-Encoding as it is.',
  },
  'proxy.range': {
    problem: 'Requests for a part of a file are answered with all of it through PUBLIC_URL.',
    remedy: 'Let the proxy pass the header Range on.',
  },
  'proxy.policy': {
    problem: 'The Content-Security-Policy of the server does not arrive through PUBLIC_URL.',
    remedy: 'Let the proxy leave this header as it is.',
  },
  'proxy.framing': {
    problem: 'The proxy adds X-Frame-Options, so that embeds of EMBED_ORIGINS show nothing.',
    remedy: 'Let the proxy leave this header out: the server’s Content-Security-Policy names who may embed.',
  },
  'proxy.metrics': {
    problem: 'Everybody can read /metrics through PUBLIC_URL.',
    remedy: 'Let the proxy refuse this path, or set METRICS_TOKEN.',
  },
  'embed.plain': {
    problem: 'EMBED_ORIGINS has {origin}, whose pages anybody on the way can change.',
    remedy: 'Serve the embedding pages by https, and name their https origin.',
  },
  'embed.mixed': {
    problem: 'EMBED_ORIGINS has pages by https, but PUBLIC_URL is {publicUrl}: browsers refuse to show it there.',
    remedy: 'Serve this instance by https too.',
  },
  'embed.origin': {
    problem: 'An embed names the origin {origin}, which EMBED_ORIGINS does not have: it shows nothing there.',
    remedy: 'Add the origin to EMBED_ORIGINS, or revoke the embed.',
  },
  'jobs.nobody': {
    problem: 'Jobs of the kind {kind} are due since {dateTime}, and no process does them.',
    remedy: 'Start a server, or a worker for this kind of work.',
  },
  'jobs.stale': {
    problem:
      '{count, plural, one {A job has} other {# jobs have}} lost the process that did {count, plural, one {it} other {them}}, and no other takes over.',
    remedy: 'Start a server, or a worker for this kind of work ({kind}).',
  },
  'jobs.failed': {
    problem: '{count, plural, one {A job has} other {# jobs have}} failed finally ({kind}): {reason}.',
    remedy: 'Correct the reason, then try again in Instance Administration.',
  },
  'backup.none': {
    problem: 'BACKUP_TO is set, and no backup was ever completed.',
    remedy: 'Correct what the failed job “backup” says in Instance Administration, and try it again there.',
  },
  'backup.late': {
    problem: 'The last backup is of {dateTime}, which is more than twice BACKUP_EVERY ago.',
    remedy: 'Correct what the failed job “backup” says in Instance Administration, and try it again there.',
  },
  'drill.failed': {
    problem: 'The drill of {dateTime} failed: that backup may not be of use.',
    remedy: 'Run overlook drill, which says why. Make a new backup, and another drill.',
  },
  'drill.late': {
    problem: 'The last drill that passed is of {dateTime}, which is more than twice DRILL_EVERY ago.',
    remedy: 'Correct what the failed job “drill” says in Instance Administration, and try it again there.',
  },
  'drill.none': {
    problem: 'DRILL_EVERY is set, and no drill was ever done.',
    remedy: 'Correct what the failed job “drill” says in Instance Administration, and try it again there.',
  },
  'drill.never': {
    problem: 'No backup was ever restored for a trial.',
    remedy: 'Set DRILL_EVERY, or run overlook drill once a week, best on another machine.',
  },
} as const;
