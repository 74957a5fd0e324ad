import { Tinypool } from 'tinypool';
import { madeLine, type ProfilePart, type ProfileWork } from './profile-line.js';

/** Makes profiles in a worker thread, as its `workerData` describes. */

export function makeProfileInWorker(part: ProfilePart): string {
  return madeLine(Tinypool.workerData as ProfileWork, part);
}
