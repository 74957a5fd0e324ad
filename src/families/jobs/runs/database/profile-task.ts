import { Tinypool } from 'tinypool';
import { madeLine, type ProfilePart, type ProfileWork } from './profile-line.js';

/** Computes a profile in a worker thread, with the data in its `workerData`. */

export function makeProfileInWorker(part: ProfilePart): string {
  return madeLine(Tinypool.workerData as ProfileWork, part);
}
