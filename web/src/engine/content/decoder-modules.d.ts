/** Modules that `web/vite/engine-assets.ts` makes; what they start is described where it is used. */
declare module 'virtual:overlook/draco-decoder' {
  const start: (options: { wasmBinary: ArrayBuffer }) => Promise<unknown>;
  export default start;
}

declare module 'virtual:overlook/basis-transcoder' {
  const start: (options: { wasmBinary: ArrayBuffer }) => Promise<unknown>;
  export default start;
}

declare module 'virtual:overlook/draco-decoder-wasm' {
  const url: string;
  export default url;
}

declare module 'virtual:overlook/basis-transcoder-wasm' {
  const url: string;
  export default url;
}

declare module 'virtual:overlook/laz-perf' {
  const start: (options: { wasmBinary: ArrayBuffer }) => Promise<unknown>;
  export default start;
}

declare module 'virtual:overlook/laz-perf-wasm' {
  const url: string;
  export default url;
}
