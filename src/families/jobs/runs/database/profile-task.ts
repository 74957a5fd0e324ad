import { Tinypool } from 'tinypool';
import { madeLine, type ProfilePart, type ProfileWork } from './profile-line.js';

/** Worker thread that makes the profiles that its `workerData` describes. */

export function makeProfileInWorker(part: ProfilePart): string {
  return madeLine(Tinypool.workerData as ProfileWork, part);
}
