import type { Problem } from '../instances/problem.js';
import { readTextFile } from '../instances/text-file.js';
import type { TimeLaw } from '../families/robust/studies/simulation/laws.js';
import { readRelativeTimes } from '../families/robust/studies/simulation/relative-times.js';
import { OptionError } from './options.js';

export type NamedLaws =
  | { readonly laws: readonly TimeLaw[]; readonly warnings: readonly string[] }
  | { readonly problems: readonly Problem[] };

const ALLOWED = 'gaussian (always drawn), gamma, lognormal, empirical:<file.csv>, each once, comma-separated';
const FILE = 'empirical:';

/** What `--law` names; reads the file of an empirical law. */
export function lawsNamed(list: string | undefined): NamedLaws {
  const names = list === undefined ? [] : list.split(',').map((name) => name.trim());
  const laws: TimeLaw[] = [];
  const warnings: string[] = [];
  for (const name of names) {
    const kind = name.startsWith(FILE) ? 'empirical' : name;
    if (laws.some((law) => law.kind === kind)) throw new OptionError('--law', name, ALLOWED, 'Name it once.');
    if (kind === 'gaussian' || kind === 'gamma' || kind === 'lognormal') laws.push({ kind });
    else {
      const file = name.slice(FILE.length);
      if (kind !== 'empirical' || file === '' || name === kind) {
        throw new OptionError('--law', name, ALLOWED, 'Correct the list; a file comes after "empirical:".');
      }
      const read = readTextFile(file);
      if (!read.ok) return { problems: [{ file, ...read.problem }] };
      const times = readRelativeTimes(read.text, file);
      if ('problems' in times) return times;
      laws.push({ kind, relativeTimes: times.relativeTimes });
      warnings.push(...times.warnings);
    }
  }
  return { laws, warnings };
}
