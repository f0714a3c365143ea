import { ACCESS_CHANNEL, type AccessNotice, accessNoticeOf } from './access-notices.ts';
import { MOC_CHANNEL, type MocNotice, mocNoticeOf } from './moc-notices.ts';

/** Notices of changes in the database, by any process on it. Null means that some may have been missed. */
export interface NoticeHandlers {
  /** A change of sessions or permissions. */
  readonly onAccess: (notice: AccessNotice) => void;
  /** Something of a MOC was stored. */
  readonly onMoc: (notice: MocNotice) => void;
}

/** Takes the payloads of one channel; null where some may have been missed. */
export type ChannelListener = (payload: string | null) => void;

/** Listeners by the name of their channel. */
export type Channels = Readonly<Record<string, ChannelListener>>;

/** Every channel of the migrations. */
export const channelsOf = ({ onAccess, onMoc }: NoticeHandlers): Channels => ({
  [ACCESS_CHANNEL]: (payload) => onAccess(accessNoticeOf(payload)),
  [MOC_CHANNEL]: (payload) => onMoc(mocNoticeOf(payload)),
});

/**
 * The channels for the embedded database; changes of access are not among them, because its only process knows them.
 */
export const embeddedChannels = ({ onMoc }: NoticeHandlers): Channels => ({
  [MOC_CHANNEL]: (payload) => onMoc(mocNoticeOf(payload)),
});
