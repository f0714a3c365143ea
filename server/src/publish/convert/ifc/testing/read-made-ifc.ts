/** Reads IFC files made in a test, with the properties of a box in them. */
import type { CadModel } from '../../cad-model.ts';
import { readIfc } from '../read-ifc.ts';
import { aBox, anIfcFile, type aStepText } from './made-ifc.ts';
import { itemNamed } from './model-facts.ts';

export const readMadeIfc = (...made: Parameters<typeof anIfcFile>): Promise<CadModel> =>
  readIfc(anIfcFile(...made), () => {});

/** Lines of the item “Box”, #1000. */
export const BOX = aBox({ id: 1000, corner: [10, 20, 30], size: [2, 3, 4] });

/** Lines of a property set on the box, from #`id` on. The given properties start at #`id + 10`. */
export const aPropertySet = (name: string, properties: readonly string[], id = 2000): string[] => [
  `#${id}=IFCPROPERTYSET('${String(id).padStart(22, '0')}',$,'${name}',$,(${properties.map((_, i) => `#${id + 10 + i}`).join()}));`,
  `#${id + 1}=IFCRELDEFINESBYPROPERTIES('${String(id + 1).padStart(22, '0')}',$,$,$,(#1000),#${id});`,
  ...properties.map((property, i) => `#${id + 10 + i}=${property};`),
];

export const aSingleValue = (name: string, value: string, unit = '$'): string =>
  `IFCPROPERTYSINGLEVALUE('${name}',$,${value},${unit})`;

/** Details of the box in a file with these lines. */
export async function detailsOfBox(lines: readonly string[], more: Parameters<typeof aStepText>[0] = {}) {
  const model = await readMadeIfc({ ...more, lines: [...BOX, ...lines] });
  return model.tree.details(itemNamed(model, 'Box'));
}
