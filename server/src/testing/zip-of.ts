import yazl from 'yazl';

/** A ZIP archive of these files, by name, and of entries for these folders. */
export async function zipOf(
  files: Readonly<Record<string, string | Buffer>>,
  folders: readonly string[] = [],
): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const name of folders) zip.addEmptyDirectory(name);
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
