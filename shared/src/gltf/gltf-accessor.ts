import { componentArray, elementSize, type JsonNode } from '../tiles3d/index.ts';

/** What a glTF says of an accessor (glTF 2.0 §3.6.2), not compared with the bytes yet. */
export interface GltfAccessor {
  readonly index: number;
  readonly json: JsonNode;
  readonly componentType: number;
  /** Components of an element: 1 for SCALAR, 3 for VEC3. */
  readonly size: number;
  readonly count: number;
  /** Null: all zeros, or compressed by an extension. */
  readonly bufferView: number | null;
  /** From the beginning of the buffer view. */
  readonly byteOffset: number;
  /** Integers are normalised to −1…1 or 0…1 (glTF 2.0 §3.6.2.2). */
  readonly isNormalized: boolean;
  /** Elements that differ from the rest (§3.6.2.3). */
  readonly sparse: JsonNode | null;
}

/** `views` is the number of buffer views. Throws `MalformedContentError`. */
export function readAccessor(json: JsonNode, index: number, views: number): GltfAccessor {
  const componentType = json.integerAt('componentType');
  if (!componentArray(componentType))
    json.get('componentType').fail(`is ${componentType}, which is no component type of an accessor.`);
  const size = elementSize((json.value as { type?: unknown }).type);
  return {
    index,
    json,
    componentType,
    size: size ?? failType(json.get('type')),
    count: json.integerAt('count'),
    bufferView: json.indexAt('bufferView', views, 'buffer views'),
    byteOffset: json.integerAt('byteOffset', 0),
    isNormalized: json.optional('normalized')?.value === true,
    sparse: json.optional('sparse'),
  };
}

const failType = (type: JsonNode): never =>
  type.fail(`is ${JSON.stringify(type.value)}, which is no type of an accessor.`);
