/**
 * A glTF with its buffers loaded. Opening it checks the version and the required extensions, fetches external buffers and
 * unpacks meshopt-compressed buffer views; after that accessors are read synchronously, each once.
 */
import {
  allocateComponents,
  type ComponentArray,
  type ComponentRange,
  elementSize,
  MalformedContentError,
  readComponents,
} from '@overlook/shared/tiles3d';
import type { Attribute } from '../points/scan-values.ts';
import type { ParseContext } from '../content-platform.ts';
import { resolveBytes } from '../resources.ts';
import { viewBytes } from './buffer-views.ts';
import { checkGltfSupport } from './gltf-support.ts';
import type { GltfAccessor, GltfBufferView, GltfJson } from './gltf-schema.ts';
import { unpackMeshoptViews } from './meshopt-views.ts';

export class GltfDocument {
  readonly warnings = new Set<string>();
  readonly #buffers: (Uint8Array | null)[];
  readonly #unpackedViews: Map<number, Uint8Array>;
  readonly #accessors = new Map<number, Attribute>();

  private constructor(
    readonly json: GltfJson,
    readonly context: ParseContext,
    buffers: (Uint8Array | null)[],
    unpackedViews: Map<number, Uint8Array>,
  ) {
    this.#buffers = buffers;
    this.#unpackedViews = unpackedViews;
  }

  /**
   * `binary` is the BIN chunk of a glb. Throws UnsupportedContentError for an unknown required extension, MalformedContentError for
   * damaged data, ContentHttpError when an external buffer cannot be fetched.
   */
  static async open(json: GltfJson, binary: Uint8Array | null, context: ParseContext): Promise<GltfDocument> {
    checkGltfSupport(json, context.name);
    const buffers = await Promise.all(
      (json.buffers ?? []).map((buffer, index) => {
        if (buffer.uri !== undefined) return resolveBytes(buffer.uri, context);
        return index === 0 ? binary : null;
      }),
    );
    return new GltfDocument(json, context, buffers, await unpackMeshoptViews(json, buffers, context));
  }

  /** Bytes of a buffer view, as a view into its buffer. */
  bufferView(index: number): Uint8Array {
    const unpacked = this.#unpackedViews.get(index);
    if (unpacked) return unpacked;
    return viewBytes(this.view(index), this.#buffers, `${this.context.name}, buffer view ${index}`);
  }

  view(index: number): GltfBufferView {
    const view = this.json.bufferViews?.[index];
    if (!view) throw new MalformedContentError(this.context.name, `has no buffer view ${index}.`);
    return view;
  }

  accessorJson(index: number): GltfAccessor {
    const accessor = this.json.accessors?.[index];
    if (!accessor) throw new MalformedContentError(this.context.name, `has no accessor ${index}.`);
    return accessor;
  }

  /** Components per element of an accessor. */
  accessorSize(index: number): number {
    const { type } = this.accessorJson(index);
    const size = elementSize(type);
    if (!size)
      throw new MalformedContentError(`${this.context.name}, accessor ${index}`, `type ${type} does not exist.`);
    return size;
  }

  /** An accessor's elements, tightly packed; asking twice gives the same array, so primitives share what they share. */
  accessor(index: number): Attribute {
    const known = this.#accessors.get(index);
    if (known) return known;
    const size = this.accessorSize(index);
    if (size > 4)
      throw new MalformedContentError(`${this.context.name}, accessor ${index}`, 'matrices are no attribute.');
    const attribute: Attribute = {
      value: this.#read(index, size),
      size: size as Attribute['size'],
      normalized: this.accessorJson(index).normalized === true,
    };
    this.#accessors.set(index, attribute);
    return attribute;
  }

  #read(index: number, size: number): ComponentArray {
    const accessor = this.accessorJson(index);
    const { componentType, count, byteOffset = 0 } = accessor;
    const where = `${this.context.name}, accessor ${index}`;
    const value =
      accessor.bufferView === undefined
        ? allocateComponents(componentType, count, size, where)
        : this.#range(accessor.bufferView, { componentType, count, size, byteOffset }, where);
    if (accessor.sparse) this.#applySparse(value, accessor.sparse, accessor, size, where);
    return value;
  }

  #range(viewIndex: number, range: ComponentRange, where: string): ComponentArray {
    const byteStride = this.view(viewIndex).byteStride ?? 0;
    return readComponents(this.bufferView(viewIndex), { ...range, byteStride }, where);
  }

  #applySparse(
    value: ComponentArray,
    sparse: NonNullable<GltfAccessor['sparse']>,
    { componentType, count }: GltfAccessor,
    size: number,
    where: string,
  ): void {
    const { bufferView, byteOffset = 0 } = sparse.indices;
    const range = { count: sparse.count, size: 1, byteOffset, componentType: sparse.indices.componentType };
    const indices = this.#range(bufferView, range, `${where}, sparse indices`);
    const values = this.#range(
      sparse.values.bufferView,
      { componentType, count: sparse.count, size, byteOffset: sparse.values.byteOffset ?? 0 },
      `${where}, sparse values`,
    );
    for (let i = 0; i < indices.length; i++) {
      const at = indices[i]!;
      if (at >= count) throw new MalformedContentError(where, `sparse index ${at} of ${count}.`);
      for (let c = 0; c < size; c++) value[at * size + c] = values[i * size + c]!;
    }
  }
}
