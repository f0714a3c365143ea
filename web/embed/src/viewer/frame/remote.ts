/** Types of an API that is called by messages. */

type Fn = (...args: never[]) => unknown;

/** The same methods and values, each returning a promise. `on` and groups of methods keep their form. */
export type Remote<Api> = {
  readonly [Name in keyof Api]: Name extends 'on'
    ? Api[Name]
    : Api[Name] extends Fn
      ? (...args: Parameters<Api[Name]>) => Promise<Awaited<ReturnType<Api[Name]>>>
      : Api[Name] extends object
        ? Remote<Api[Name]>
        : () => Promise<Api[Name]>;
};
