import { decimal } from '../../instances/time/number-style.js';
import type { Quarantine } from '../quarantine.js';
import { RefusedSource } from '../refused-source.js';
import type { SourceFile } from '../source-file.js';
import { readTable } from '../table.js';

/** Names of columns in the tables of results, whichever list they are of. */
const COLUMNS = {
  cpu: ['CPU Description'],
  chips: ['Chips'],
  cores: ['Cores', '# Cores'],
  fullW: ['avg. watts @ 100%', 'Average watts @ 100% of target load'],
  idleW: ['avg. watts @ active idle', 'Average watts @ active idle'],
} as const;
/** Column with the number of nodes of a system, which some lists do not have. */
const NODES = 'Nodes';
/** Words of CPU descriptions that tell no CPU from another. */
const BRANDS =
  /\b(?:intel|amd|xeon|epyc|opteron|(?:\d+-)?core|processor|cpu|platinum|gold|silver|bronze|\d+(?:\.\d+)? ?[gm]hz)\b|\((?:r|tm)\)|[®™,@]/g;

/** A published result, of one node. */
export interface Result {
  readonly cpu: string;
  /** CPUs and cores of a node. */
  readonly chips: number;
  readonly cores: number;
  readonly idleW: number;
  readonly fullW: number;
  /** True if the list states no number of nodes, so that the result may be of several. */
  readonly isOfSystem: boolean;
}

/** Returns the words by which a CPU is told: "E5-2660 v2" for "Intel(R) Xeon(R) CPU E5-2660V2 @ 2.20GHz". */
export function cpuWords(text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll(BRANDS, ' ')
    .replaceAll(/(?<=\d)v(?=\d\b)/g, ' v');
  // Xeons of the first E5 series are called "E5-2660 0" by lscpu.
  return words
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/(?<=^e\d-\d{4}\w?) 0$/, '');
}

/**
 * Calls `add` with each result of a list.
 *
 * @throws RefusedSource for a file that is no list of results
 */
export async function readResults(
  source: SourceFile,
  quarantine: Quarantine,
  add: (result: Result) => void,
): Promise<void> {
  const { file } = source;
  await readTable(source, quarantine, ({ names }) => {
    const lower = names.map((name) => name.toLowerCase());
    const at = Object.fromEntries(
      Object.entries(COLUMNS).map(([key, known]) => [
        key,
        known.map((name) => lower.indexOf(name.toLowerCase())).find((place) => place >= 0) ?? -1,
      ]),
    ) as Record<keyof typeof COLUMNS, number>;
    const missing = Object.entries(COLUMNS).filter(([key]) => at[key as keyof typeof COLUMNS] < 0);
    if (missing.length > 0) {
      const value = `a table with the columns ${names.slice(0, 8).join(', ')}`;
      const allowed = `a list of SPECpower results with ${missing.map(([, [name]]) => name).join(', ')}`;
      const remedy = 'Take the list of results from spec.org as CSV, with all columns.';
      throw new RefusedSource(file, { path: '', value, allowed, remedy });
    }
    const nodesAt = lower.indexOf(NODES.toLowerCase());
    return ({ line, cells, text }) => {
      const number = (place: number): number => decimal(cells[place]!.trim());
      const [idle, full, chips, cores] = [at.idleW, at.fullW, at.chips, at.cores].map(number) as [
        number,
        number,
        number,
        number,
      ];
      const nodes = nodesAt < 0 ? 1 : number(nodesAt);
      if (cells[at.fullW]!.trim() === 'NC')
        quarantine.add('result that SPEC found not compliant (NC)', file, line, text);
      else if (!(full > idle && idle > 0))
        quarantine.add('result without watts, or with idle above full', file, line, text);
      else if (!(nodes >= 1 && chips >= nodes && cores >= chips)) {
        quarantine.add('result without nodes, chips or cores', file, line, text);
      } else {
        const ofNode = { chips: chips / nodes, cores: cores / nodes, idleW: idle / nodes, fullW: full / nodes };
        add({ cpu: cells[at.cpu]!.trim(), ...ofNode, isOfSystem: nodesAt < 0 });
      }
    };
  });
}
