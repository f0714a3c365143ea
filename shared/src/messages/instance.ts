import { formatMessage } from './format-message.ts';

/** Instance administration: how the installation is, and what to do about it. */
export const INSTANCE_MESSAGES = {
  'instance.fetchFailed': 'There was a problem fetching the state of the instance',
  'instance.stale': 'This could not be refreshed. This page shows the state from before.',
  'instance.testMailQueued': 'A test mail to you is on its way.',
  'instance.testMailFailed': 'There was a problem sending the test mail',
  'instance.retried': 'What had failed is tried again.',
  'instance.retryFailed': 'There was a problem trying again',
  'instance.discarded': 'The job is given up.',
  'instance.discardFailed': 'There was a problem giving up the job',
  'instance.importCancelled': 'The import is being cancelled.',
  'instance.cancelFailed': 'There was a problem cancelling the import',

  'instance.demo':
    'The demo accounts have passwords that everybody knows. Set DEMO=false where this is not a demonstration.',
  'instance.databaseSlow': 'The database answers slowly. Look at the load of its machine.',
  'instance.folderReadOnly':
    'The folder cannot be written to. Give the user that runs the server the right to write there.',
  'instance.diskFull': 'The disk is full: uploads and exports fail. Make room or move the folder to a larger disk.',
  'instance.diskLow': 'Little room is left on the disk. Make room before uploads and exports fail.',
  'instance.outbox': 'Mails are written to files and not sent. Set SMTP_URL to send them.',
  'instance.jobsStuck': 'Jobs are due, but no process runs them. Restart the server, and read its log.',
  'instance.ssoNone':
    'Set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET to let people sign in at your identity provider.',
  'instance.ssoOff': 'It is set up and switched off in Organisation Security.',
  'instance.backupsNone': 'The product makes no backups by itself. Set BACKUP_TO, unless others make them.',
  'instance.backupLate': 'No backup was completed for too long. See the failed jobs and the checks.',
  'instance.drillFailed': 'The last drill failed: that backup may not be of use. See the checks.',
  'instance.drillLate': 'No drill has passed for too long. See the failed jobs and the checks.',
  'instance.backups': 'Backups',
  'instance.lastBackup': 'Last backup',
  'instance.lastDrill': 'Last drill',
  'instance.lastPassedDrill': 'Last drill that passed',
  'instance.drills': 'Drills',
  'instance.drillsByHand': 'By hand',
  'instance.drillsEvery': 'Every {hours, plural, one {hour} other {# hours}}',
  'instance.passed': 'Passed',
  'instance.server': 'Server',
  'instance.product': 'Product',
  'instance.nodeJs': 'Node.js',
  'instance.started': 'Started',
  'instance.memory': 'Memory',
  'instance.processes': 'Processes',
  'instance.baseMap': 'Base map',
  'instance.features': 'Features',
  'instance.database': 'Database',
  'instance.kind': 'Kind',
  'instance.version': 'Version',
  'instance.place': 'Place',
  'instance.size': 'Size',
  'instance.answersIn': 'Answers in',
  'instance.storage': 'Storage',
  'instance.folder': 'Folder',
  'instance.free': 'Free',
  'instance.files': 'Files',
  'instance.spaceBySite': 'Space by site',
  'instance.spaceHint': 'The layers of each site with all their versions.',
  'instance.archivedSite': '{name}, archived',
  'instance.everythingElse': 'Photos, uploads, exports and other files',
  'instance.partOfFiles': '{size}, {percent} %',
  'instance.singleSignOn': 'Single Sign On',
  'instance.issuer': 'Issuer',
  'instance.switchedOn': 'Switched on',
  'instance.provider': 'Provider',
  'instance.asked': 'Asked',
  'instance.cancelImport': 'Cancel import',
  'instance.refresh': 'Refresh',
  'instance.asOf': 'As of {dateTime}',
  'instance.sendTestMailMe': 'Send a test mail to me',
  'instance.mail': 'Mail',
  'instance.tryFailedMailsAgain': 'Try failed mails again',
  'instance.sender': 'Sender',
  'instance.waiting': 'Waiting',
  'instance.failed': 'Failed',
  'instance.lastSent': 'Last sent',
  'instance.lastFailure': 'Last failure',
  'instance.jobs': 'Jobs',
  'instance.tryFailedJobsAgain': 'Try failed jobs again',
  'instance.tryAgain': 'Try again',
  'instance.giveUp': 'Give up',
  'instance.tryJobAgain': 'Try again: {kind}',
  'instance.giveUpJob': 'Give up: {kind}',
  'instance.giveUpQuestion': 'Give up this job of the kind “{kind}”? What it was to do is not done.',
  'instance.keepJob': 'Keep it',
  'instance.failedJob': '{kind}, failed',
  'instance.failedAfter': '{dateTime}, after {count, plural, one {one attempt} other {# attempts}}: {reason}',
  'instance.dueSince': 'Due since',
  'instance.oneOrMore': 'One or more',
  'instance.itsOwn': 'Its own',
  'instance.builtIn': 'Built in',
  'instance.embeddedPostgresqlPglite': 'Embedded PostgreSQL (PGlite)',
  'instance.postgresqlServer': 'PostgreSQL server',
  'instance.beingCounted': 'Being counted',
  'instance.yes': 'Yes',
  'instance.no': 'No',
  'instance.answers': 'Answers',
  'instance.doesNotAnswer': 'Does not answer',
  'instance.checks': 'Checks',
  'instance.checking': 'Checking…',
  'instance.checksFine': 'Nothing is wrong.',
  'instance.checksFailed': 'The checks could not be made. Refresh, and read the server’s log if this does not help.',
  'instance.keepImporting': 'Keep importing',
  'instance.instanceAdministration': 'Instance Administration',
  'instance.working': 'Working',
  'instance.needsAttention': 'Needs attention',
  'instance.notWorking': 'Not working',
  'instance.off': 'Off',
  'instance.nextTry': 'Next try {dateTime}',
  'instance.mailServer': 'Mail server',
  'instance.outboxFolder': 'Outbox folder',
  'instance.nothingIsDue': 'Nothing is due',
  'instance.cancelImportOf': 'Cancel import of {site}',
  'instance.importOf': 'Import of {site}',
  'instance.aSite': 'a site',
  'instance.jobCounts': '{waiting} waiting, {running} running, {failed} failed',
  'instance.partUnknown':
    'The state of this part is not known{reason}. Refresh, and read the server’s log if this does not help.',
  'instance.mailsFailed':
    '{count, plural, one {One mail} other {# mails}} could not be sent{reason}. Correct this, then try again.',
  'instance.mailsDelayed': 'Mails wait{reason}. They are tried again by themselves.',
  'instance.jobsFailed':
    '{count, plural, one {One job has} other {# jobs have}} failed{reason}. Correct this, then try again.',
  'instance.importCancelling': 'Cancelling',
  'instance.importFailed': 'Failed{reason}',
  'instance.importWaiting': 'Waiting',
  'instance.importTriedAgain': 'Tried again soon{reason}',
  'instance.importBeginning': 'Beginning',
  'instance.importProgress': '{step}, {percent} %',
  'instance.cancelImportQuestion':
    'Cancel the import of {site}? The present data of the site stay; the import is discarded.',
  'instance.thisSite': 'this site',
  'instance.ssoUnreachable':
    'Nobody can sign in by it: the provider does not answer{reason}. Check OIDC_ISSUER and the connection to it.',
  'job.unknown': 'There is no job {id}.',
  'job.notWatched': 'Jobs of the kind “{kind}” cannot be watched.',
  'job.noLongerWatched': 'The job {id} is no longer watched. It continues; see overlook job list.',
  'job.notDiscarded': 'The job of the kind “{kind}” cannot be given up: it has not failed, or something depends on it.',
  'job.notCancelled': 'Jobs of the kind “{kind}” cannot be cancelled.',
  'job.ended': 'The job has ended already: {state}.',
} as const;

const reasonText = (reason: string | null): string => (reason === null ? '' : `: ${reason.replace(/\.$/, '')}`);

/** A part that did not answer. */
export const partUnknownText = (reason: string): string =>
  formatMessage(INSTANCE_MESSAGES['instance.partUnknown'], { reason: reasonText(reason) });

export const mailsFailedText = (count: number, reason: string | null): string =>
  formatMessage(INSTANCE_MESSAGES['instance.mailsFailed'], { count, reason: reasonText(reason) });

export const mailsDelayedText = (reason: string): string =>
  formatMessage(INSTANCE_MESSAGES['instance.mailsDelayed'], { reason: reasonText(reason) });

export const jobsFailedText = (count: number, reason: string | null): string =>
  formatMessage(INSTANCE_MESSAGES['instance.jobsFailed'], { count, reason: reasonText(reason) });

interface ImportState {
  readonly state: string;
  readonly isCancelling: boolean;
  /** `total` is null where it is not known. */
  readonly progress: { readonly label: string; readonly done: number; readonly total: number | null } | null;
  readonly reason: string | null;
}

/** How an import is, in a line. */
export function importText({ state, isCancelling, progress, reason }: ImportState): string {
  if (isCancelling) return INSTANCE_MESSAGES['instance.importCancelling'];
  if (state === 'error')
    return formatMessage(INSTANCE_MESSAGES['instance.importFailed'], { reason: reasonText(reason) });
  if (state === 'pending')
    return reason === null
      ? INSTANCE_MESSAGES['instance.importWaiting']
      : formatMessage(INSTANCE_MESSAGES['instance.importTriedAgain'], { reason: reasonText(reason) });
  if (!progress) return INSTANCE_MESSAGES['instance.importBeginning'];
  const { label, done, total } = progress;
  return total === null || total === 0
    ? label
    : formatMessage(INSTANCE_MESSAGES['instance.importProgress'], {
        step: label,
        percent: Math.floor((100 * done) / total),
      });
}

/** The question before an import is cancelled; `site` is the slug of its site where that is known. */
export const cancelImportText = (site: string | null): string =>
  formatMessage(INSTANCE_MESSAGES['instance.cancelImportQuestion'], {
    site: site ?? INSTANCE_MESSAGES['instance.thisSite'],
  });

export const ssoUnreachableText = (reason: string): string =>
  formatMessage(INSTANCE_MESSAGES['instance.ssoUnreachable'], { reason: reasonText(reason) });
