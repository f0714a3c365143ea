export { aCapture, aModel, aRole, aSite, aTeam, aUser, type Entries } from './builders.ts';
export { aPhoto } from './photos.ts';
