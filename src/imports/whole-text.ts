import { LineCounter, parseDocument } from 'yaml';
import { RefusedSource } from './refused-source.js';
import type { SourceFile } from './source-file.js';

/** Maximum length of a text that is read as a whole, characters. Our choice: descriptions of hardware have some thousand, prices of a year some million. */
const MAX_TEXT = 64 * 1024 * 1024;
/** Pattern of the lines that git leaves in a file whose versions it could not join. */
const CONFLICT = /^(?:<<<<<<<|=======$|>>>>>>>)/m;

/**
 * Returns the whole text of a file that is small by its nature, such as a description or the prices of a year, with a line
 * feed between lines, in any encoding that `SourceFile` reads by lines.
 *
 * @throws RefusedSource for a file that cannot be read or is too long
 */
export async function wholeText(source: SourceFile): Promise<string> {
  const lines: string[] = [];
  let length = 0;
  for await (const { texts } of source.lines()) {
    for (const text of texts) {
      length += text.length + 1;
      lines.push(text);
    }
    if (length <= MAX_TEXT) continue;
    const allowed = `at most ${MAX_TEXT} characters`;
    const fault = { path: '', value: `more than ${MAX_TEXT} characters`, allowed };
    throw new RefusedSource(source.file, { ...fault, remedy: 'Check that this is the file you meant.' });
  }
  return lines.join('\n');
}

/**
 * Returns the value of a YAML text (1.2). What only YAML 1.1 takes for text, such as 12.5e9, is a number.
 *
 * @throws RefusedSource with the line for what is no YAML
 */
export function yamlOf(file: string, text: string): unknown {
  const counter = new LineCounter();
  const conflict = CONFLICT.exec(text);
  if (conflict !== null) {
    const line = text.slice(0, conflict.index).split('\n').length;
    const value = `a line that git left in a conflict: ${conflict[0]}`;
    const remedy = 'Keep one of the two versions, and delete the lines of signs.';
    throw new RefusedSource(file, { path: `line ${line}`, value, allowed: 'YAML', remedy });
  }
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const [error] = document.errors;
  if (error === undefined) return document.toJS() as unknown;
  const { line, col } = counter.linePos(error.pos[0]);
  const fault = { path: `line ${line}, column ${col}`, value: error.message, allowed: 'YAML' };
  throw new RefusedSource(file, { ...fault, remedy: 'Correct the line.' });
}
