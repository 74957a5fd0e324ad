import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Things that a user may have at a name that Plenum writes. */
export type Obstacle = 'a file' | 'a folder' | 'a link to a file' | 'a link to a folder' | 'a link to nothing';

/** All of them. */
export const OBSTACLES: readonly Obstacle[] = [
  ...(['a file', 'a folder', 'a link to a file', 'a link to a folder', 'a link to nothing'] as const),
];

/** An obstacle at a path; what links lead to lies in the folder `outside`. */
export function placeObstacle(what: Obstacle, at: string, outside: string): void {
  switch (what) {
    case 'a file':
      writeFileSync(at, 'mine\n');
      return;
    case 'a folder':
      mkdirSync(at);
      writeFileSync(join(at, 'photo.jpg'), 'mine');
      return;
    case 'a link to a file':
      writeFileSync(join(outside, 'notes.txt'), 'mine\n');
      symlinkSync(join(outside, 'notes.txt'), at);
      return;
    case 'a link to a folder':
      writeFileSync(join(outside, 'photo.jpg'), 'mine');
      symlinkSync(outside, at);
      return;
    case 'a link to nothing':
      symlinkSync(join(outside, 'nowhere'), at);
  }
}
