/** Modules that `web/vite/engine-assets.ts` makes. */
declare module 'virtual:overlook/draco-decoder' {
  const start: (options: { wasmBinary: ArrayBuffer }) => Promise<import('./draco-module.ts').DracoModule>;
  export default start;
}

declare module 'virtual:overlook/basis-transcoder' {
  const start: (options: {
    wasmBinary: ArrayBuffer;
  }) => Promise<import('./textures/basis-module.ts').BasisModule & { initializeBasis(): void }>;
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
