/** In place of engine/content/worker-address.ts in packages: there `?worker&url` is the text of a worker. */
import { CHANNEL_GLOBAL, type WasmAnswer, type WasmQuestion } from './wasm-channel.ts';

/** In Base64, in parts of the bundle that are loaded when a file needs them. */
const WASM: Readonly<Record<string, () => Promise<{ readonly default: string }>>> = {
  'draco-decoder': () => import('virtual:overlook/draco-decoder-bytes'),
  'basis-transcoder': () => import('virtual:overlook/basis-transcoder-bytes'),
  'laz-perf': () => import('virtual:overlook/laz-perf-bytes'),
};

const addresses = new Map<string, string>();
let channel: BroadcastChannel | null = null;

/** The address from which a page starts a module worker whose text is `text`: the policy of the page needs `worker-src blob:`. */
export function workerAddress(text: string): string {
  const known = addresses.get(text);
  if (known) return known;
  channel ??= answering(`overlook-wasm-${crypto.randomUUID()}`);
  const name = `globalThis.${CHANNEL_GLOBAL} = ${JSON.stringify(channel.name)};\n`;
  const address = URL.createObjectURL(new Blob([name, text], { type: 'text/javascript' }));
  addresses.set(text, address);
  return address;
}

function answering(name: string): BroadcastChannel {
  const made = new BroadcastChannel(name);
  made.addEventListener('message', ({ data }: MessageEvent<Partial<WasmQuestion>>) => {
    const { asked } = data;
    if (asked === undefined) return;
    void bytesOf(asked)
      .catch(() => null)
      .then((bytes) => made.postMessage({ answered: asked, bytes } satisfies WasmAnswer));
  });
  return made;
}

async function bytesOf(name: string): Promise<ArrayBuffer> {
  const { default: base64 } = await WASM[name]!();
  return Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0)!).buffer;
}
