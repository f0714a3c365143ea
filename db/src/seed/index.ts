export { aModel, type Answers, aRole, aSite, aTeam, aUser } from './builders.ts';
export { aPhoto } from './photos.ts';
