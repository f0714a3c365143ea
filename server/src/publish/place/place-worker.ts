import { serveLimited } from '../../process/limited-work.ts';
import { type PlaceRequest, writeMovedTilesets } from './write-moved-tilesets.ts';

serveLimited<PlaceRequest, never>(writeMovedTilesets);
