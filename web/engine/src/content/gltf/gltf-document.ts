/**
 * A glTF with its buffers loaded. Opening it checks the version and the required extensions and fetches external buffers;
 * after that accessors are read synchronously, each once.
 */
import { bytesOf, type GltfAccessor, GltfData, listsOf, usesMeshopt } from '@overlook/shared/gltf';
import { JsonNode } from '@overlook/shared/tiles3d';
import type { Attribute } from '../points/scan-values.ts';
import type { ParseContext } from '../content-platform.ts';
import { resolveBytes } from '../resources.ts';
import { checkGltfSupport } from './gltf-support.ts';
import type { GltfJson } from './gltf-schema.ts';

export class GltfDocument {
  readonly warnings = new Set<string>();
  readonly #attributes = new Map<number, Attribute>();

  private constructor(
    readonly json: GltfJson,
    readonly context: ParseContext,
    readonly data: GltfData,
  ) {}

  /**
   * `binary` is the BIN chunk of a glb. Throws UnsupportedContentError for an unknown required extension, MalformedContentError for
   * damaged data, ContentHttpError when an external buffer cannot be fetched.
   */
  static async open(json: GltfJson, binary: Uint8Array | null, context: ParseContext): Promise<GltfDocument> {
    checkGltfSupport(json, context.name);
    const lists = listsOf(new JsonNode(json, null, `${context.name}, glTF`));
    const buffers = await Promise.all(
      (json.buffers ?? []).map((buffer, index) => {
        if (buffer.uri !== undefined) return resolveBytes(buffer.uri, context);
        return index === 0 ? binary : null;
      }),
    );
    // The decoder is loaded only where it is needed.
    const meshopt = usesMeshopt(lists) ? await context.platform.meshopt() : null;
    return new GltfDocument(json, context, new GltfData(lists, { bytes: bytesOf(buffers), meshopt }));
  }

  /** Bytes of a buffer view, as a view into its buffer. */
  bufferView(index: number): Uint8Array {
    return this.data.namedView(new JsonNode(index, null, `${this.context.name}, number of a buffer view`));
  }

  accessorAt(index: number): GltfAccessor {
    return this.data.accessor(new JsonNode(index, null, `${this.context.name}, number of an accessor`));
  }

  /** An accessor's elements, tightly packed; asking twice gives the same array, so primitives share what they share. */
  accessor(index: number): Attribute {
    const known = this.#attributes.get(index);
    if (known) return known;
    const accessor = this.accessorAt(index);
    const { isNormalized, json, size } = accessor;
    if (size > 4) json.fail('has matrices, which are no attribute.');
    const value = this.data.values(accessor);
    const attribute: Attribute = { value, size: size as Attribute['size'], normalized: isNormalized };
    this.#attributes.set(index, attribute);
    return attribute;
  }
}
