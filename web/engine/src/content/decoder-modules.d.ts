/** Modules that `web/engine/vite/engine-assets.ts` makes; what they start is described where it is used. */
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

/** Base64 of the compiled parts, in packages for hosts (web/vite/packages/worker-texts.ts). */
declare module 'virtual:overlook/draco-decoder-bytes' {
  const base64: string;
  export default base64;
}

declare module 'virtual:overlook/basis-transcoder-bytes' {
  const base64: string;
  export default base64;
}

declare module 'virtual:overlook/laz-perf-bytes' {
  const base64: string;
  export default base64;
}
