/** The light on models without pictures. */
export const LIGHT_MESSAGES = {
  'light.solarTime': 'Solar time',
  'light.solarTimeHint': 'At the site, by the sun: it is highest at about 12:00 on any day.',
  'light.sunHint':
    'Lights shaded models and the Project Layer. Standard is an afternoon in summer at the site, the same at any time. Models with light in their colours do not change.',
  'light.shadowsHint':
    'Things keep the sun from others, on shaded models and in the Project Layer. Automatic leaves them out on slow devices.',
  'light.bakedHint': 'Models with light in their colours do not change.',
  'light.softShadeHint': 'Shaded models and the Project Layer are darker where surfaces stand close to each other.',
  'light.standard': 'Standard',
  'light.byDateAndHour': 'By date and hour',
  'light.automatic': 'Automatic',
  'light.on': 'On',
  'light.off': 'Off',
  'light.sun': 'Sun',
  'light.date': 'Date',
  'light.sunShadows': 'Sun shadows',
  'light.softShadeInCorners': 'Soft shade in corners',
} as const;

/** Minutes after midnight as a clock shows them: "15:05". */
export const solarTimeText = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
