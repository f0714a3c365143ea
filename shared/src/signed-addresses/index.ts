export { SignedAddresses } from './signed-addresses.ts';
export { SIGNED_ADDRESSES, unsignedPath } from './signed-path.ts';
