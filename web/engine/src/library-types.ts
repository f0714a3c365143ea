/** The casts that the types of deck.gl, luma.gl and loaders.gl force on us. At runtime each returns what it is given. */

/** `defaultProps` of a layer: the type wants those of all base classes too. */
export const layerDefaults = (props: object): never => props as never;

/** Props of a layer, a device or a manager: the types know neither defaults nor what extensions and subclasses add. */
export const libraryProps = (props: object): never => props as never;

/** View states by the id of their view: the types know only those of deck.gl's own views. */
export const viewStates = (states: object): never => states as never;

/** Coordinates, corners or a colour that a layer only reads: the types take only arrays that may be written. */
export const readOnlyArray = (values: object): never => values as never;

/** A picture as a texture: luma.gl takes more than the types of the layers name. */
export const texturePicture = (picture: unknown): never => picture as never;

/** Options of a loader without those that have defaults. */
export const loaderOptions = (options: object): never => options as never;

/** What each loader has for its types only: without a value, as in all loaders of loaders.gl. */
export const LOADER_TYPES = { dataType: null as never, batchType: null as never };
