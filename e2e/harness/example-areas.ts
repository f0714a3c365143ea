/** The example of docs/extending.md. */
import { PolygonLayer, TextLayer } from '@deck.gl/layers';
import type { Stage } from '@overlook/engine';

export interface Area {
  name: string;
  /** Degrees (WGS84). */
  corners: [longitude: number, latitude: number][];
  /** Metres above the ellipsoid. */
  height: number;
}

/** Shows areas with their names until the function that it returns is called. */
export function showAreas(stage: Stage, areas: Area[]): () => void {
  return stage.addLayer((frame) => {
    const cornersEnu = ({ corners, height }: Area) =>
      corners.map(([longitude, latitude]) => frame.enuFromLla(longitude, latitude, height));
    return [
      new PolygonLayer<Area>({
        id: 'areas',
        data: areas,
        pickable: true,
        getPolygon: cornersEnu,
        getFillColor: [220, 30, 30],
        stroked: false,
      }),
      new TextLayer<Area>({
        id: 'area-names',
        data: areas,
        getPosition: (area) => cornersEnu(area)[0]!,
        getText: ({ name }) => name,
        getColor: [255, 255, 255],
        getSize: 20,
        // Names are drawn over everything else; without this, nearer parts of the model would hide them.
        parameters: { depthCompare: 'always' },
      }),
    ];
  });
}
