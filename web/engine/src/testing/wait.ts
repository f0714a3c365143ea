/** For `vi.waitFor` and `expect.poll`, whose own second is too short on a busy machine. */
export const WAIT = { timeout: 20_000 };
