import { type GltfData, nameOf, PICTURE_EXTENSIONS } from '@overlook/shared/gltf';
import type { JsonNode } from '@overlook/shared/tiles3d';
import { listed } from '../../../errors/listed.ts';
import type { CadColour } from '../cad-model.ts';
import { displayColour } from '../../formats/display-colours.ts';
import type { GltfFile } from './gltf-file.ts';

const WHITE: CadColour = [255, 255, 255, 255];

/** Colours of a file's materials: the base colour, multiplied with the mean of its texture. */
export class MaterialColours {
  readonly #colours: CadColour[] = [];
  readonly #means = new Map<number, readonly number[]>();
  readonly #unread: string[] = [];

  private constructor(
    private readonly file: GltfFile,
    private readonly data: GltfData,
  ) {}

  /** Looks at all materials and their pictures. */
  static async read(file: GltfFile, data: GltfData): Promise<MaterialColours> {
    const colours = new MaterialColours(file, data);
    for (let i = 0; i < file.json.count('materials'); i++)
      colours.#colours.push(await colours.#colourOf(file.json.entry('materials', i), i));
    return colours;
  }

  get warnings(): string[] {
    if (this.#unread.length === 0) return [];
    const what =
      this.#unread.length === 1
        ? 'The picture of one material could not be read and counts as white'
        : `The pictures of ${this.#unread.length} materials could not be read and count as white`;
    return [`${what}: ${listed(this.#unread)}.`];
  }

  /** The colour of the material that `reference` names; white without one. */
  of(reference: JsonNode | null): CadColour {
    return reference ? this.#colours[reference.index(this.#colours.length, 'materials')]! : WHITE;
  }

  async #colourOf(material: JsonNode, index: number): Promise<CadColour> {
    const specular = material.optional('extensions')?.optional('KHR_materials_pbrSpecularGlossiness');
    const metallic = material.optional('pbrMetallicRoughness');
    const factor = (specular?.optional('diffuseFactor') ?? metallic?.optional('baseColorFactor'))?.numbers(4) ?? [
      1, 1, 1, 1,
    ];
    const texture = specular?.optional('diffuseTexture') ?? metallic?.optional('baseColorTexture');
    const mean = texture ? await this.#meanOf(texture) : WHITE;
    if (!mean) this.#unread.push(nameOf(material) ?? `Material ${index}`);
    const alpha = material.optional('alphaMode')?.value === 'BLEND' ? Math.min(1, Math.max(0, factor[3]!)) : 1;
    const shown = displayColour(factor).map((value, i) => Math.round((value * (mean ?? WHITE)[i]!) / 255));
    return [shown[0]!, shown[1]!, shown[2]!, Math.round(alpha * 255)];
  }

  /** Mean red, green and blue of a texture's picture, 0 to 255; null where it cannot be read. */
  async #meanOf(info: JsonNode): Promise<readonly number[] | null> {
    const { json } = this.file;
    const texture = json.entry('textures', info.get('index').index(json.count('textures'), 'textures'));
    const extensions = texture.optional('extensions');
    const sources = PICTURE_EXTENSIONS.map((name) => extensions?.optional(name)?.optional('source'));
    // A picture of the common formats, if there is one beside those of an extension.
    for (const source of [texture.optional('source'), ...sources]) {
      const mean = source && (await this.#meanOfImage(source.index(json.count('images'), 'images')));
      if (mean) return mean;
    }
    return null;
  }

  async #meanOfImage(index: number): Promise<readonly number[] | null> {
    const known = this.#means.get(index);
    if (known) return known;
    try {
      const image = this.file.json.entry('images', index);
      const uri = image.optional('uri');
      const bytes = uri
        ? await this.file.uriBytes(uri.string(), uri.place)
        : this.data.namedView(image.get('bufferView'));
      // Most models have no picture, and loading this takes a tenth of a second.
      const { meanColour } = await import('../../formats/pictures.ts');
      const mean = await meanColour(bytes);
      this.#means.set(index, mean);
      return mean;
    } catch {
      // Damaged and missing pictures: the shape matters more than its colour, and a warning names the material.
      return null;
    }
  }
}
