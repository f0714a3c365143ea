/** EPSG codes of coordinate systems that the ESRI dialect of WKT names without a code. */
import { crsOfEpsg } from '@overlook/shared/crs';

/** Zones: the code is `base` plus the number in the name. */
const ZONES: readonly (readonly [RegExp, number])[] = [
  [/^DHDN_3_Degree_Gauss_(?:Kruger_)?Zone_([2-5])$/i, 31_464],
  [/^WGS_1984_UTM_Zone_(\d{1,2})N$/i, 32_600],
  [/^WGS_1984_UTM_Zone_(\d{1,2})S$/i, 32_700],
  [/^ETRS_1989_UTM_Zone_(\d{1,2})N$/i, 25_800],
  [/^NAD_1983_UTM_Zone_(\d{1,2})N$/i, 26_900],
  [/^GDA_1994_MGA_Zone_(\d{1,2})$/i, 28_300],
  [/^GDA_?2020_MGA_Zone_(\d{1,2})$/i, 7800],
];

const NAMES: Readonly<Record<string, number>> = {
  british_national_grid: 27_700,
  rgf_1993_lambert_93: 2154,
  rd_new: 28_992,
  belge_lambert_1972: 31_370,
  belge_lambert_2008: 3812,
  ch1903_lv03: 21_781,
  'ch1903+_lv95': 2056,
  mgi_austria_gk_west: 31_254,
  mgi_austria_gk_central: 31_255,
  mgi_austria_gk_east: 31_256,
  mgi_austria_lambert: 31_287,
  's-jtsk_krovak_east_north': 5514,
  etrs_1989_poland_cs92: 2180,
  tm65_irish_grid: 29_902,
  irenet95_irish_transverse_mercator: 2157,
  sweref99_tm: 3006,
  nzgd_2000_new_zealand_transverse_mercator: 2193,
  monte_mario_italy_1: 3003,
  monte_mario_italy_2: 3004,
  wgs_1984_web_mercator_auxiliary_sphere: 3857,
};

/** `EPSG:n` for a projected system that the text names without a code; null if the name or the code is not known here. */
export function esriCode(wkt: string): string | null {
  const name = /^\s*PROJCS\s*\[\s*"([^"]+)"/i.exec(wkt)?.[1];
  if (name === undefined || /(?:AUTHORITY|ID)\s*\[\s*"EPSG"/i.test(wkt)) return null;
  const zone = ZONES.map(([pattern, base]) => [pattern.exec(name), base] as const).find(([match]) => match !== null);
  const code = zone ? zone[1] + Number(zone[0]![1]) : NAMES[name.toLowerCase()];
  return code !== undefined && crsOfEpsg(code) ? `EPSG:${code}` : null;
}
