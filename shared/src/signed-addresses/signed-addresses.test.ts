import { beforeEach, expect, it } from 'vitest';
import { SIGNED_ADDRESSES } from './signed-path.ts';
import { type AddressChannel, SignedAddresses } from './signed-addresses.ts';

const ORIGIN = 'https://overlook.example';
const FOLDER = `${ORIGIN}/api/files/models/plant/cad/v1/`;
const SIGNED = `${ORIGIN}/t/1790000000/Ab-c_9/plant/cad/v1/`;
const silent: AddressChannel = { postMessage: () => undefined, addEventListener: () => undefined };
let nowMs: number;
let addresses: SignedAddresses;
beforeEach(() => {
  nowMs = 1000;
  addresses = new SignedAddresses(() => nowMs, silent);
});

it('are those of the folder that a redirect has told', () => {
  expect(addresses.of(`${FOLDER}a/0.glb`)).toBeNull();
  addresses.learn(`${FOLDER}tileset.json`, `${SIGNED}tileset.json`);
  expect(addresses.of(`${FOLDER}a/${encodeURIComponent('ä b')}.glb?x=1`)).toBe(`${SIGNED}a/%C3%A4%20b.glb`);
  expect(addresses.of(`${ORIGIN}/api/files/models/plant/cad/v2/0.glb`)).toBeNull();
  expect(addresses.of(`${ORIGIN}/api/files/models/plant/cad/objects/ab/c.glb`)).toBeNull();
  expect(addresses.of('https://elsewhere.example/api/files/models/plant/cad/v1/0.glb')).toBeNull();
});

it('are used for less than they live, and no more after a refusal', () => {
  addresses.learn(`${FOLDER}tileset.json`, `${SIGNED}tileset.json`);
  nowMs += SIGNED_ADDRESSES.usedForMs - 1;
  expect(addresses.of(`${FOLDER}0.glb`)).toBe(`${SIGNED}0.glb`);
  nowMs += 1;
  expect(addresses.of(`${FOLDER}0.glb`)).toBeNull();
  addresses.learn(`${FOLDER}0.glb`, `${SIGNED}0.glb`);
  addresses.forget(`${FOLDER}1.glb`);
  expect(addresses.of(`${FOLDER}0.glb`)).toBeNull();
});

it.each([
  ['to another folder', `${SIGNED.replace('/v1/', '/v2/')}tileset.json`],
  ['to another origin', `https://elsewhere.example${new URL(SIGNED).pathname}tileset.json`],
  ['that is not signed', `${ORIGIN}/login`],
])('are not learnt from a redirect %s', (_, answeredUrl) => {
  addresses.learn(`${FOLDER}tileset.json`, answeredUrl);
  expect(addresses.of(`${FOLDER}tileset.json`)).toBeNull();
});

it('are not learnt for other files', () => {
  addresses.learn(`${ORIGIN}/elsewhere/tileset.json`, `${SIGNED}tileset.json`);
  expect(addresses.of(`${ORIGIN}/elsewhere/0.glb`)).toBeNull();
});

it('are known to all workers, also to those that begin later', () => {
  const listeners: ((event: { data: unknown }) => void)[] = [];
  const channel = (): AddressChannel => {
    let own: (typeof listeners)[number];
    return {
      postMessage: (data) => listeners.filter((one) => one !== own).forEach((one) => one({ data })),
      addEventListener: (_, listener) => void listeners.push((own = listener)),
    };
  };
  const [first, second] = [1, 2].map(() => new SignedAddresses(() => nowMs, channel()));
  first!.learn(`${FOLDER}tileset.json`, `${ORIGIN}/login`);
  first!.learn(`${FOLDER}tileset.json`, `${SIGNED}tileset.json`);
  expect(second!.of(`${FOLDER}0.glb`)).toBe(`${SIGNED}0.glb`);
  expect(new SignedAddresses(() => nowMs, channel()).of(`${FOLDER}0.glb`)).toBe(`${SIGNED}0.glb`);
  nowMs += SIGNED_ADDRESSES.usedForMs;
  expect(new SignedAddresses(() => nowMs, channel()).of(`${FOLDER}0.glb`)).toBeNull();
});

it('end when they were to end, also when they are told again', () => {
  addresses.learn(`${FOLDER}tileset.json`, `${SIGNED}tileset.json`);
  nowMs += SIGNED_ADDRESSES.usedForMs;
  addresses.learn(`${FOLDER}0.glb`, `${SIGNED}0.glb`);
  expect(addresses.of(`${FOLDER}0.glb`)).toBeNull();
});
