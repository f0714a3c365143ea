/** A multipart body with one file, as browsers send it; for `inject`. */
export async function aMultipartBody(
  field: string,
  content: Uint8Array | string,
  filename = 'picture.jpg',
): Promise<{ payload: Buffer; headers: { 'content-type': string } }> {
  const form = new FormData();
  form.append(field, new Blob([content as Uint8Array<ArrayBuffer>]), filename);
  const encoded = new Response(form);
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type')! },
  };
}
