import { appendFileSync } from 'node:fs';
import { orWriteFailure } from './files.js';

const LINE_BREAK = Buffer.from('\n');

/** Keeps lines that are not believed beside the file they were in. Returns where. */
export function setAside(file: string, lines: readonly Uint8Array[]): string {
  const beside = `${file}.set-aside`;
  orWriteFailure(beside, () => {
    appendFileSync(beside, Buffer.concat(lines.flatMap((line) => [line, LINE_BREAK])));
  });
  return beside;
}
