import { ACCESS_CHANNEL, type AccessNotice, accessNoticeOf } from './access-notices.ts';
import { JOB_CHANNEL, type JobNotice } from './job-notices.ts';
import { MOC_CHANNEL, type MocNotice, mocNoticeOf } from './moc-notices.ts';

/** Notices of changes in the database, by any process on it. Null means that some may have been missed. */
export interface NoticeHandlers {
  /** A change of sessions or permissions. */
  readonly onAccess?: (notice: AccessNotice) => void;
  /** Something of a MOC was stored. */
  readonly onMoc?: (notice: MocNotice) => void;
  /** A job was added. */
  readonly onJob?: (notice: JobNotice) => void;
}

/** Takes the payloads of one channel; null where some may have been missed. */
export type ChannelListener = (payload: string | null) => void;

/** Listeners by the name of their channel. */
export type Channels = Readonly<Record<string, ChannelListener>>;

/** The channels that have listeners. */
export const channelsOf = ({ onAccess, ...others }: NoticeHandlers): Channels => ({
  ...(onAccess ? { [ACCESS_CHANNEL]: (payload: string | null) => onAccess(accessNoticeOf(payload)) } : {}),
  ...embeddedChannels(others),
});

/**
 * The channels for the embedded database; changes of access are not among them, because its only process knows them.
 */
export const embeddedChannels = ({ onMoc, onJob }: NoticeHandlers): Channels => ({
  ...(onMoc ? { [MOC_CHANNEL]: (payload: string | null) => onMoc(mocNoticeOf(payload)) } : {}),
  ...(onJob ? { [JOB_CHANNEL]: onJob } : {}),
});
