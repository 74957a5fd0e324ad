import { COMMAND_LINE, type Fault } from '../../../../instances/fault.js';
import { readTableFile } from '../../../../instances/text-file.js';
import type { TimeLaw } from './laws.js';
import { readRelativeTimes } from './relative-times.js';

export type NamedLaws =
  | { readonly laws: readonly TimeLaw[]; readonly warnings: readonly string[] }
  | { readonly faults: readonly Fault[] };

/** Text in messages that says which lists of laws are accepted. */
const ALLOWED = 'gaussian (always drawn), gamma, lognormal, empirical:<file.csv>, each once, comma-separated';
/** Beginning of the name of an empirical law. The name of a file of measured times follows. */
const FILE = 'empirical:';

/** Returns the laws of task times that a list names, or faults. The file of an empirical law is read. */
export function lawsNamed(list: string | undefined): NamedLaws {
  const names = list === undefined ? [] : list.split(',').map((name) => name.trim());
  const laws: TimeLaw[] = [];
  const warnings: string[] = [];
  for (const name of names) {
    const kind = name.startsWith(FILE) ? 'empirical' : name;
    if (laws.some((law) => law.kind === kind)) return refused(name, 'Name it once.');
    if (kind === 'gaussian' || kind === 'gamma' || kind === 'lognormal') laws.push({ kind });
    else {
      const file = name.slice(FILE.length);
      if (kind !== 'empirical' || file === '' || name === kind) {
        return refused(name, 'Correct the list; a file comes after "empirical:".');
      }
      const read = readTableFile(file);
      if (!read.ok) return { faults: [{ file, ...read.fault }] };
      const times = readRelativeTimes(read.text, file);
      if ('faults' in times) return times;
      laws.push({ kind, relativeTimes: times.relativeTimes });
      warnings.push(...times.warnings);
    }
  }
  return { laws, warnings };
}

function refused(value: string, remedy: string): NamedLaws {
  return { faults: [{ file: COMMAND_LINE, path: '--law', value, allowed: ALLOWED, remedy }] };
}
