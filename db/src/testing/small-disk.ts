const MIB = 2 ** 20;

/** The limits of `guardDisk` on a disk of 256 MiB, for tests. */
export const SMALL_DISK = { stopBytes: 40 * MIB, resumeBytes: 48 * MIB, openBytes: 20 * MIB, reserveBytes: 24 * MIB };
