/** The Share dialog and the list of links and embeds. They are loaded with their parts, not with the page. */
export const SHARE_TEXTS = {
  title: 'Share this view',
  linkCarries: 'What the link carries',
  measurementsTravel: 'Measurements travel in the link. Nobody can change yours.',
  publicLink: 'Anyone with the link and the password can look at this site without signing in.',
  publicLinkOpen: 'Anyone with the link can look at this site without signing in.',
  staysClosed: 'Photos, MOCs, exports, attributes and names of people stay closed.',
  passwordHint: 'Send it by another way',
  noPassword: 'No password: the link alone opens it',
  shownOnce: 'Copy them now: the link and the password are shown only here.',
  shownOnceOpen: 'Copy it now: the link is shown only here.',
  embed: 'Shows this site inside another page. It opens on the origins below and nowhere else.',
  codeShownOnce: 'Copy the code now: its address is shown only here.',
  needsHttps: 'An origin begins with https://',
  qrTooLong: 'The link is too long for a QR code. Leave parts of it out.',
  endRequired: 'Choose the day it ends',
  listHint:
    'Everything that can be seen here without signing in. Revoking takes effect at the next request, within a second.',
  othersClosed: 'Only people who may edit users can change links and embeds of others',
  renewClosed: 'Only people who may create users can renew it',
  listEmpty: 'No links and embeds yet',
  listEmptyHint: 'Share on the main view makes public links and embeds. They are listed here.',
} as const;

/** For whom a link is. */
export const linkForText = (siteName: string): string =>
  `For people who can sign in to ${siteName}. They see what their own role allows.`;

/** How long a public link lasts, under its end. */
export const lastsText = (days: number, most: number): string =>
  `${days === 1 ? 'In 1 day' : `In ${days} days`}, at most ${most}`;

/** What revoking does to a link or an embed that was opened `openings` times, `last` as `recentDateText` says it. */
export function revokeText(kind: 'link' | 'embed', openings: number, last: string | null): string {
  const count = openings === 1 ? '1 opening' : `${openings.toLocaleString('en-GB')} openings`;
  const used = last === null ? 'It was never opened.' : `${count}, the last ${whenText(last)}.`;
  const effect =
    kind === 'embed'
      ? 'The page that shows it then says that the view was withdrawn.'
      : 'The link then says that the view was withdrawn.';
  return `${used} ${effect} This cannot be undone.`;
}

/** "2 min ago", "today, 08:14", "on 20 Nov 2026". */
function whenText(recent: string): string {
  if (recent.endsWith('ago')) return recent;
  return /^\d/.test(recent) ? `on ${recent}` : recent[0]!.toLowerCase() + recent.slice(1);
}
