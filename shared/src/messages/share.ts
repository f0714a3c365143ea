/** The Share dialog and the list of links and embeds. They are loaded with their parts, not with the page. */
export const SHARE_MESSAGES = {
  'share.title': 'Share this view',
  'share.linkCarries': 'What the link carries',
  'share.measurementsTravel': 'Measurements travel in the link. Nobody can change yours.',
  'share.publicLinkHint': 'Anyone with the link and the password can look at this site without signing in.',
  'share.publicLinkOpen': 'Anyone with the link can look at this site without signing in.',
  'share.staysClosed': 'Photos, MOCs, exports, attributes and names of people stay closed.',
  'share.passwordHint': 'Send it by another way',
  'share.noPassword': 'No password: the link alone opens it',
  'share.shownOnce': 'Copy them now: the link and the password are shown only here.',
  'share.shownOnceOpen': 'Copy it now: the link is shown only here.',
  'share.embedHint': 'Shows this site inside another page. It opens on the origins below and nowhere else.',
  'share.codeShownOnce': 'Copy the code now: its address is shown only here.',
  'share.needsHttps': 'An origin begins with https://',
  'share.qrTooLong': 'The link is too long for a QR code. Leave parts of it out.',
  'share.endRequired': 'Choose the day it ends',
  'share.listHint':
    'Everything that can be seen here without signing in. Revoking takes effect at the next request, within a second.',
  'share.othersClosed': 'Only people who may edit users can change links and embeds of others',
  'share.renewClosed': 'Only people who may create users can renew it',
  'share.listEmpty': 'No links and embeds yet',
  'share.listEmptyHint': 'Share on the main view makes public links and embeds. They are listed here.',
  'share.copied': 'Copied',
  'share.ends': 'Ends {date}',
  'share.createAndCopy': 'Create and copy',
  'share.layers': 'Layers',
  'share.tools': 'Tools',
  'share.code': 'Code',
  'share.fillsThePage': 'Fills the page, 16:9',
  'share.measure': 'Measure',
  'share.sectionBox': 'Section box',
  'share.layerList': 'Layer list',
  'share.qrCode': 'QR code',
  'share.linkToThisView': 'Link to this view',
  'share.qrCodeLink': 'QR code of the link',
  'share.allowedOrigins': 'Allowed origins',
  'share.remove': 'Remove {origin}',
  'share.httpsPortalExampleCom': 'https://portal.example.com',
  'share.addAnOrigin': 'Add an origin',
  'share.onlyThisView': 'Only this view',
  'share.theWholeSite': 'The whole site',
  'share.createPublicLink': 'Create public link',
  'share.nameListLinks': 'Name, for your list of links',
  'share.endsLabel': 'Ends',
  'share.atMostDays': 'At most {most} days',
  'share.password': 'Password',
  'share.anotherPassword': 'Another password',
  'share.whatCanBeSeen': 'What can be seen',
  'share.opensUntil': '“{name}” opens until {date}.',
  'share.publicLink': 'Public link',
  'share.link': 'Link',
  'share.embed': 'Embed',
  'share.copyCode': 'Copy code',
  'share.copyLink': 'Copy link',
  'share.copyPassword': 'Copy password',
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
