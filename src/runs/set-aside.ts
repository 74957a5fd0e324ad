import { appendFileSync } from 'node:fs';
import { orWriteFailure } from './files.js';

/** Bytes of a line break. */
const LINE_BREAK = Buffer.from('\n');

/** Path of the file beside `file` to which lines that cannot be trusted are appended. @throws WriteFailure */
export function setAside(file: string, lines: readonly Uint8Array[]): string {
  const beside = `${file}.set-aside`;
  orWriteFailure(beside, () => {
    appendFileSync(beside, Buffer.concat(lines.flatMap((line) => [line, LINE_BREAK])));
  });
  return beside;
}
