import type { VerticalSystem } from '../index.ts';

/** A grid by the name of its file as PROJ publishes it, without the ending. */
export interface PublishedGrid {
  /** For people. */
  readonly name: string;
  readonly stem: string;
  /** The code of the datum of the plan that it belongs to, where grids of several are in use. */
  readonly datum?: number;
}

/** A system of heights above the sea with the grids of its surface, the one of today first. */
export interface HeightSystem {
  readonly name: string;
  readonly codes: readonly number[];
  /** How files name it. */
  readonly words: RegExp;
  readonly grids: readonly PublishedGrid[];
}

const system = (
  name: string,
  codes: readonly number[],
  words: RegExp,
  ...grids: readonly (readonly [name: string, stem: string, datum?: number])[]
): HeightSystem => ({
  name,
  codes,
  words,
  grids: grids.map(([grid, stem, datum]) => ({ name: grid, stem, ...(datum === undefined ? {} : { datum }) })),
});

/** Names and codes as in the EPSG registry; that of EGM96 comes with the program, and the mean sea level of no system is read as it is. */
export const HEIGHT_SYSTEMS: readonly HeightSystem[] = [
  system('EGM96', [5773, 5714], /EGM[\s_-]?(?:19)?96|^(?:MSL|mean sea level)\b/i),
  system('EGM2008', [3855], /EGM[\s_-]?(?:20)?08/i, ['EGM2008', 'us_nga_egm08_25']),
  system(
    'AHD',
    [5711],
    /\bAHD\b|australian height datum/i,
    ['AUSGeoid2020', 'au_ga_AUSGeoid2020_20180201'],
    ['AUSGeoid09', 'au_ga_AUSGeoid09_V1.01', 4283],
  ),
  system('NZVD2016', [7839], /NZVD[\s_-]?2016/i, ['NZGeoid2016', 'nz_linz_nzgeoid2016']),
  system('JGD2011', [6695], /JGD[\s_-]?2011/i, ['GSIGEO2011', 'jp_gsi_gsigeo2011']),
  system(
    'NAVD88',
    [5703, 6360, 8228],
    /NAVD[\s_-]?(?:19)?88|north american vertical datum/i,
    ['GEOID18', 'us_noaa_g2018u0'],
    ['GEOID12B of Alaska', 'us_noaa_g2012ba0'],
  ),
  system('CGVD2013(CGG2013a)', [9245], /CGG[\s_-]?2013a/i, ['CGG2013a', 'ca_nrc_CGG2013an83']),
  system('CGVD2013(CGG2013)', [6647], /CGVD[\s_-]?2013/i, ['CGG2013', 'ca_nrc_CGG2013n83']),
  system('CGVD28', [5713], /CGVD[\s_-]?(?:19)?28/i, ['HT2.0', 'ca_nrc_HT2_2010v70']),
  system('DHHN2016', [7837], /DHHN[\s_-]?(?:20)?16/i, ['GCG2016', 'de_bkg_gcg2016']),
  system('ODN', [5701], /\bODN\b|newlyn/i, ['OSGM15', 'uk_os_OSGM15_GB']),
  system('Belfast', [5732], /\bbelfast\b/i, ['OSGM15 of Northern Ireland', 'uk_os_OSGM15_Belfast']),
  system('Malin Head', [5731], /\bmalin head\b/i, ['OSGM15 of Ireland', 'uk_os_OSGM15_Malin']),
  system('NAP', [5709], /\bNAP\b|normaal amsterdams/i, ['NLGEO2018', 'nl_nsgi_nlgeo2018']),
  system('Ostend', [5710], /\bostend|\boostende|\bTAW\b/i, ['hBG18', 'be_ign_hBG18']),
  system('NGF-IGN69', [5720], /IGN[\s_-]?(?:19)?69/i, ['RAF20', 'fr_ign_RAF20']),
  system('LN02', [5728], /\bLN[\s_-]?02\b/i, ['CHGeo2004 of LN02', 'ch_swisstopo_chgeo2004_ETRS89_LN02']),
  system('LHN95', [5729], /\bLHN[\s_-]?95\b/i, ['CHGeo2004', 'ch_swisstopo_chgeo2004_ETRS89_LHN95']),
  system(
    'DVR90',
    [5799],
    /DVR[\s_-]?(?:19)?90/i,
    ['DVR90 of 2023', 'dk_sdfi_dvr90_2023'],
    ['DVR90 of 2013', 'dk_sdfi_dvr90_2013'],
  ),
  system('NN2000', [5941], /\bNN[\s_-]?2000\b/i, ['HREF2018B', 'no_kv_HREF2018B_NN2000_EUREF89']),
  system('RH2000', [5613], /\bRH[\s_-]?2000\b/i, ['SWEN17', 'se_lantmateriet_SWEN17_RH2000']),
  system('N2000', [3900], /^N[\s_-]?2000\b/i, ['FIN2005N00', 'fi_nls_fin2005n00']),
];

/** The system that a source names by its code, else by its name; null for one that has no grid here. */
export const heightSystemOf = ({ epsg, name }: VerticalSystem): HeightSystem | null =>
  HEIGHT_SYSTEMS.find(({ codes }) => epsg !== null && codes.includes(epsg)) ??
  (epsg === null ? HEIGHT_SYSTEMS.find(({ words }) => words.test(name)) : undefined) ??
  null;

/** Grids of the shift to WGS84 by the code of the datum that they are of. */
export const DATUM_GRIDS: Readonly<Record<number, PublishedGrid>> = {
  4277: { name: 'OSTN15', stem: 'uk_os_OSTN15_NTv2_OSGBtoETRS' },
  4289: { name: 'RDTRANS2018', stem: 'nl_nsgi_rdtrans2018' },
  4314: { name: 'BeTA2007', stem: 'de_adv_BETA2007' },
  4149: { name: 'CHENyx06', stem: 'ch_swisstopo_CHENyx06_ETRS' },
  4312: { name: 'AT_GIS_GRID', stem: 'at_bev_AT_GIS_GRID_2021_09_28' },
  4313: { name: 'bd72lb72_etrs89lb08', stem: 'be_ign_bd72lb72_etrs89lb08' },
};
