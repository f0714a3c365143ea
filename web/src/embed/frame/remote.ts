/** Types of an API as it is seen through messages. */

type Fn = (...args: never[]) => unknown;

/** The same methods, each with a promise of its value; so has a plain value. `on` and groups of methods stay what they are. */
export type Remote<Api> = {
  readonly [Name in keyof Api]: Name extends 'on'
    ? Api[Name]
    : Api[Name] extends Fn
      ? (...args: Parameters<Api[Name]>) => Promise<Awaited<ReturnType<Api[Name]>>>
      : Api[Name] extends object
        ? Remote<Api[Name]>
        : () => Promise<Api[Name]>;
};
