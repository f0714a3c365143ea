/** A geodetic datum and its transformation to WGS84, as the EPSG registry publishes it. */
export interface Datum {
  /** Of the geographic coordinate system, with its EPSG code. */
  readonly name: string;
  readonly epsg: number;
  /** As WKT 1 names the datum. */
  readonly wktName: string;
  readonly ellipsoid: Ellipsoid;
  /**
   * Three or seven parameters of `+towgs84`: metres, arc seconds, parts per million (position vector). Zeros where the
   * datum is WGS84 to within 2 metres.
   */
  readonly toWgs84: readonly number[];
  /** Accuracy of the transformation, metres. */
  readonly accuracyM: number;
}

interface Ellipsoid {
  /** In WKT, and as proj4 names it. */
  readonly name: string;
  readonly proj4: string;
  readonly semiMajorM: number;
  readonly inverseFlattening: number;
}

const ellipsoid = (name: string, proj4: string, semiMajorM: number, inverseFlattening: number): Ellipsoid => ({
  name,
  proj4,
  semiMajorM,
  inverseFlattening,
});

const WGS_84 = ellipsoid('WGS 84', 'WGS84', 6_378_137, 298.257223563);
const GRS_80 = ellipsoid('GRS 1980', 'GRS80', 6_378_137, 298.257222101);
const BESSEL = ellipsoid('Bessel 1841', 'bessel', 6_377_397.155, 299.1528128);
const AIRY = ellipsoid('Airy 1830', 'airy', 6_377_563.396, 299.3249646);
const HAYFORD = ellipsoid('International 1924', 'intl', 6_378_388, 297);

/** A datum of today: moved from WGS84 by plate tectonics only. */
const modern = (name: string, epsg: number, wktName: string, shape = GRS_80): Datum => ({
  name,
  epsg,
  wktName,
  ellipsoid: shape,
  toWgs84: [0, 0, 0],
  accuracyM: 2,
});

const shifted = (
  name: string,
  epsg: number,
  wktName: string,
  shape: Ellipsoid,
  accuracyM: number,
  toWgs84: readonly number[],
): Datum => ({ name, epsg, wktName, ellipsoid: shape, toWgs84, accuracyM });

export const DATUMS = {
  wgs84: modern('WGS 84', 4326, 'WGS_1984', WGS_84),
  etrs89: modern('ETRS89', 4258, 'European_Terrestrial_Reference_System_1989'),
  nad83: modern('NAD83', 4269, 'North_American_Datum_1983'),
  nad832011: modern('NAD83(2011)', 6318, 'NAD83_National_Spatial_Reference_System_2011'),
  gda94: modern('GDA94', 4283, 'Geocentric_Datum_of_Australia_1994'),
  gda2020: modern('GDA2020', 7844, 'Geocentric_Datum_of_Australia_2020'),
  sirgas2000: modern('SIRGAS 2000', 4674, 'Sistema_de_Referencia_Geocentrico_para_las_AmericaS_2000'),
  nzgd2000: modern('NZGD2000', 4167, 'New_Zealand_Geodetic_Datum_2000'),
  rgf93: modern('RGF93 v1', 4171, 'Reseau_Geodesique_Francais_1993'),
  sweref99: modern('SWEREF99', 4619, 'SWEREF99'),
  est97: modern('EST97', 4180, 'Estonia_1997'),
  lks92: modern('LKS-92', 4661, 'Latvia_1992'),
  lks94: modern('LKS94', 4669, 'Lithuania_1994_ETRS89'),
  irenet95: modern('IRENET95', 4173, 'IRENET95'),
  korea2000: modern('Korea 2000', 4737, 'Geocentric_datum_of_Korea'),
  jgd2011: modern('JGD2011', 6668, 'Japanese_Geodetic_Datum_2011'),
  cgcs2000: modern('CGCS2000', 4490, 'China_2000'),
  etrf2000pl: modern('ETRF2000-PL', 9702, 'ETRF2000_Poland'),
  rdn2008: modern('RDN2008', 6706, 'Rete_Dinamica_Nazionale_2008'),
  osgb36: shifted(
    'OSGB36',
    4277,
    'Ordnance_Survey_of_Great_Britain_1936',
    AIRY,
    3,
    [446.448, -125.157, 542.06, 0.15, 0.247, 0.842, -20.489],
  ),
  amersfoort: shifted(
    'Amersfoort',
    4289,
    'Amersfoort',
    BESSEL,
    1,
    [565.4171, 50.3319, 465.5524, -0.398957388243134, 0.343987817378283, -1.87740163998045, 4.0725],
  ),
  dhdn: shifted(
    'DHDN',
    4314,
    'Deutsches_Hauptdreiecksnetz',
    BESSEL,
    3,
    [598.1, 73.7, 418.2, 0.202, 0.045, -2.455, 6.7],
  ),
  ch1903: shifted('CH1903', 4149, 'CH1903', BESSEL, 1, [674.374, 15.056, 405.346]),
  ch1903plus: shifted('CH1903+', 4150, 'CH1903+', BESSEL, 1, [674.374, 15.056, 405.346]),
  mgi: shifted(
    'MGI',
    4312,
    'Militar_Geographische_Institut',
    BESSEL,
    2,
    [577.326, 90.129, 463.919, 5.137, 1.474, 5.297, 2.4232],
  ),
  belge72: shifted(
    'BD72',
    4313,
    'Reseau_National_Belge_1972',
    HAYFORD,
    1,
    [-106.8686, 52.2978, -103.7239, 0.3366, -0.457, 1.8422, -1.2747],
  ),
} as const satisfies Record<string, Datum>;
