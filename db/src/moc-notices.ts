/** Channel of the triggers in migration 0013. */
export const MOC_CHANNEL = 'overlook_mocs';

const IDS = /^(\d+) (\d+)$/;

/** Something of a change was stored; null where any change may have been. */
export type MocNotice = { readonly siteId: number; readonly mocId: number } | null;

/** Reads a payload of the channel; null payload: some were missed. */
export function mocNoticeOf(payload: string | null): MocNotice {
  const [, siteId, mocId] = IDS.exec(payload ?? '') ?? [];
  return siteId === undefined ? null : { siteId: Number(siteId), mocId: Number(mocId) };
}
