/** The part of the validator that is used; the package has no types. */
declare module 'gltf-validator' {
  interface Issue {
    code: string;
    message: string;
    /** 0 error, 1 warning, 2 information, 3 hint. */
    severity: number;
    /** JSON pointer. */
    pointer: string;
  }
  export function validateBytes(
    bytes: Uint8Array,
    options?: { maxIssues?: number },
  ): Promise<{ issues: { messages: Issue[] } }>;
}
