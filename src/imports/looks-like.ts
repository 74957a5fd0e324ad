import { excerpt, valueText } from '../instances/fault.js';
import { SourceFile } from './source-file.js';

/** Number of characters from which a file's kind is told. Our choice: more than the headers of all known files. */
const HEAD = 16_384;
/** Maximum number of columns or keys that are named. */
const MAX_NAMES = 6;
/** Maximum length of the beginning that is shown of a text of no known kind, characters. */
const MAX_BEGINNING = 60;

/** Signs of files that planners have, the first that fits counts: pattern in the head of the file, and its name. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^\s*[[{][^]*"model"\s*:\s*"dcim\./, 'a JSON dump of NetBox'],
  [/^\s*\{[^]*"@odata\.(?:type|id)"\s*:\s*"([^"]*)"/, 'Redfish JSON'],
  [/^\s*\{[^]*"jobs"\s*:\s*\[/, 'jobs of Slurm as JSON (sacct --json)'],
  [/^\s*\{[^]*"nodes"\s*:\s*\[/, 'nodes of Slurm as JSON (scontrol show node --json)'],
  [/^\s*NodeName=/m, 'nodes of Slurm (scontrol show node, slurm.conf)'],
  [/^\s*(?:\S+ +)*(?:NODELIST|HOSTNAMES)\b/m, 'output of sinfo'],
  [/^JobID(?:Raw)?\b|^[^\n]*\|(?:COMPLETED|CANCELLED[^|]*|FAILED|TIMEOUT)\|/m, 'a job log of Slurm (sacct)'],
  [/^LOCATION,/, 'weather of EnergyPlus (EPW)'],
  [/^"?MTU \(/, 'prices of ENTSO-E'],
  [/^slug: [^]*^u_height: /m, 'a device type of NetBox in YAML'],
  [/^system:\s*\n[^]*^power:\s*\n/m, 'a machine of RAPS in YAML'],
];

/** Returns the beginning of the text of a file, packed or not. */
export async function headOf(file: string): Promise<string> {
  let head = '';
  for await (const piece of new SourceFile(file).pieces()) {
    head += piece;
    if (head.length >= HEAD) break;
  }
  return head.slice(0, HEAD).replace(/^\uFEFF/, '');
}

/**
 * Returns what a file looks like, for the refusal of a file of another kind than said.
 *
 * @param head beginning of its text
 */
export function looksLike(head: string): string {
  for (const [sign, name] of SIGNS) {
    const found = sign.exec(head);
    if (found !== null) return found[1] === undefined ? name : `${name} of ${excerpt(found[1])}`;
  }
  if (/^\s*[[{]/.test(head)) return `JSON with the keys ${named([...head.matchAll(/"([^"\n]{1,60})"\s*:/g)])}`;
  const first = head.split(/\r?\n/).find((line) => line.trim() !== '') ?? '';
  const separator = ['|', '\t', ';', ','].find((sign) => first.split(sign).length > 2);
  if (separator === undefined) return `text that begins ${valueText(first, MAX_BEGINNING)}`;
  return `a table with the columns ${named(first.split(separator).map((name) => ['', name] as const))}`;
}

function named(found: readonly (readonly string[])[]): string {
  const names = [...new Set(found.map(([, name]) => name!.replaceAll(/^\s*"?|"?\s*$/g, '')))];
  const shown = names.slice(0, MAX_NAMES).map((name) => valueText(name, MAX_BEGINNING));
  return shown.join(', ') + (names.length > MAX_NAMES ? ', ...' : '');
}
