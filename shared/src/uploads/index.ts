export { createBlockDigest } from './block-digest.ts';
export { fileListText, isUploadPath, readFileList, type UploadFile, WrongFileListError } from './file-list.ts';
