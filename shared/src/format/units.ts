/** Units in which lengths, areas and volumes can be read. The data and the files stay in metres. */
export const UNIT_SYSTEMS = ['metric', 'imperial', 'surveyFeet', 'feetInches'] as const;
export type Units = (typeof UNIT_SYSTEMS)[number];

/** Units in which angles can be read; 400 gradians are a full turn. */
export const ANGLE_UNITS = ['degrees', 'gradians'] as const;
export type AngleUnits = (typeof ANGLE_UNITS)[number];

/** International foot, metres. */
const FOOT = 0.3048;
/** US survey foot, metres: 2 parts in a million longer, which is 1 m in 500 km of a coordinate. */
const SURVEY_FOOT = 1200 / 3937;

/** Metres of the whole unit of a system: the metre, or its foot. */
export const unitMetres = (units: Units): number =>
  units === 'metric' ? 1 : units === 'surveyFeet' ? SURVEY_FOOT : FOOT;

/** Its sign: "m", "ft", "ftUS". Lengths in feet and inches bring their own signs. */
export const unitSign = (units: Units): string => (units === 'metric' ? 'm' : units === 'surveyFeet' ? 'ftUS' : 'ft');
