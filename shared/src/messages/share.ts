import { formatMessage } from './format-message.ts';

/** The Share dialog and the list of links and embeds. They are loaded with their parts, not with the page. */
export const SHARE_MESSAGES = {
  'share.title': 'Share this view',
  'share.linkCarries': 'What the link carries',
  'share.captures': 'Captures',
  'share.thisDate': 'This date',
  'share.alwaysTheNewest': 'Always the newest',
  'share.thisDateHint': 'The link names the date that is shown: later captures do not change what people see.',
  'share.newestHint': 'The link shows the captures that are the newest when it is opened.',
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
  'share.forPeople': 'For people who can sign in to {site}. They see what their own role allows.',
  'share.lasts': 'In {days, plural, one {1 day} other {# days}}, at most {most}',
  'share.neverOpened': 'It was never opened.',
  'share.openings': '{count, plural, one {1 opening} other {# openings}}, the last {when}.',
  'share.revokedEmbed': 'The page that shows it then says that the view was withdrawn. This cannot be undone.',
  'share.revokedLink': 'The link then says that the view was withdrawn. This cannot be undone.',
} as const;

/** For whom a link is. */
export const linkForText = (siteName: string): string =>
  formatMessage(SHARE_MESSAGES['share.forPeople'], { site: siteName });

/** How long a public link lasts, under its end. */
export const lastsText = (days: number, most: number): string =>
  formatMessage(SHARE_MESSAGES['share.lasts'], { days, most });

/** What revoking does to a link or an embed that was opened `openings` times, `last` as `recentDateText` says it. */
export function revokeText(kind: 'link' | 'embed', openings: number, last: string | null): string {
  const used =
    last === null
      ? SHARE_MESSAGES['share.neverOpened']
      : formatMessage(SHARE_MESSAGES['share.openings'], { count: openings, when: whenText(last) });
  return `${used} ${kind === 'embed' ? SHARE_MESSAGES['share.revokedEmbed'] : SHARE_MESSAGES['share.revokedLink']}`;
}

/** "2 min ago", "today, 08:14", "on 20 Nov 2026". */
function whenText(recent: string): string {
  if (recent.endsWith('ago')) return recent;
  return /^\d/.test(recent) ? `on ${recent}` : recent[0]!.toLowerCase() + recent.slice(1);
}
