import { formatMessage } from './format-message.ts';

/** Public links and embeds (docs/decisions/0028). */
export const VIEW_GRANTS_MESSAGES = {
  'grant.withdrawn': 'This view was withdrawn',
  'grant.endPast': 'Choose a time that is not past',
  'grant.ended': 'This view has ended',
  'grant.unknown': 'There is no such view',
  'grant.passwordWanted': 'This view needs its password',
  'grant.passwordWrong': 'The password is not right',
  'grant.notFound': 'There is no such link or embed.',
  'grant.notAllowed': 'Only people who may create users can open a view to people without an account.',
  'grant.notHeld': 'You can only share what you may see at this site yourself.',
  'grant.nameRequired': 'A name must be provided',
  'grant.layerRequired': 'Choose at least one layer',
  'grant.originRequired': 'Name at least one origin',
  'grant.originForm': 'This is not an origin like https://portal.example.com, without a path',
  'grants.fetchFailed': 'There was a problem fetching links and embeds',
  'grant.renewed': 'Renewed',
  'grant.renewFailed': 'It could not be renewed',
  'grant.revoked': 'A link or embed that was revoked cannot be renewed. Make a new one.',
  'grant.tooMany': 'Too many of your links and embeds are open. Revoke some first.',
  'grant.revoke': 'Revoke “{name}”?',
  'grant.renew': 'Renew',
  'grant.renewName': 'Renew {name}',
  'grant.endsSoon': 'Ends soon',
  'grant.endedDay': 'Ended {day}',
  'grant.kind': 'Kind',
  'grant.madeBy': 'Made by',
  'grant.ends': 'Ends',
  'grant.lastUse': 'Last use',
  'grant.opened': 'Opened',
  'grant.actions': 'Actions',
  'grant.linksAndEmbeds': 'Links and embeds',
  'grant.whatListedCsv': 'What is listed, as CSV',
  'grant.all': 'All',
  'grant.publicLinks': 'Public links',
  'grant.embeds': 'Embeds',
  'grant.anyState': 'Any state',
  'grant.open': 'Open',
  'grant.endsWithin7Days': 'Ends within 7 days',
  'grant.stateEnded': 'Ended',
  'grant.stateRevoked': 'Revoked',
  'grant.state': 'State',
  'grant.revokeButton': 'Revoke',
  'grant.publicLink': 'Public link',
  'grant.embed': 'Embed',
  'grant.site': 'Site {siteId}',
  'grant.theWholeSite': 'the whole site',
  'grant.onlyOneView': 'only one view',
  'grant.nameSiteOriginPerson': 'name, site, origin or person',
  'grant.revokedOn': 'Revoked {date}',
  'grant.originOutside': 'This server does not let {origin} show it. The operator adds the origin to EMBED_ORIGINS.',
  'grant.originRefused': 'This view may not be shown on {origin}.',
  'grant.endTooLate': 'At most {days} days from now',
} as const;

/** The reason why an origin cannot be allowed. */
export const originOutsideText = (origin: string): string =>
  formatMessage(VIEW_GRANTS_MESSAGES['grant.originOutside'], { origin });

/** The reason why a page of an origin that was not named cannot show an embed. */
export const originRefusedText = (origin: string): string =>
  formatMessage(VIEW_GRANTS_MESSAGES['grant.originRefused'], { origin });

/** The reason why an expiry date is refused. */
export const endTooLateText = (days: number): string =>
  formatMessage(VIEW_GRANTS_MESSAGES['grant.endTooLate'], { days });
