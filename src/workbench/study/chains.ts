import { join } from 'node:path';
import { COMMAND_LINE, type Fault, type Refused } from '../../instances/fault.js';
import type { StudyRun } from '../../studies/plan/run.js';
import type { Study } from '../../studies/plan/study.js';
import { type ChainRequest, type ChainVerb, openChain, overCell, runChain, runOfChain } from '../chain.js';
import { requestOf } from './chain-request.js';
import { placeOf, type VerbPlan, type VerbSurroundings, writtenByEach } from './verb-answer.js';

/** Returns the runs of a study of sweeps or days, one for each combination of parameter values (cell). */
export async function plannedChains(
  verb: ChainVerb,
  { words }: Study,
  cells: readonly StudyRun[],
  around: VerbSurroundings,
): Promise<VerbPlan | Refused> {
  const { families, file, place, turn, isOpened } = around;
  const over = overOf(verb, words, file);
  if (!Array.isArray(over)) return over as Refused;
  const chains = new Map<
    string,
    { readonly run: StudyRun; readonly request: ChainRequest; readonly names: readonly string[] }
  >();
  /**
   * File names that a chain writes, by each combination of instance, method, options and budget validated so far, as
   * JSON.
   */
  const judged = new Map<string, readonly string[]>();
  for (const cell of cells) {
    await turn();
    const family = families.find(({ name }) => name === cell.identity.family)!;
    const request = requestOf(cell, over as readonly string[], place);
    const { method, options, budget } = cell.identity;
    const question = JSON.stringify([cell.file, method, options, budget]);
    if (!judged.has(question) && isOpened(cell.file!)) {
      const opened = await openChain(verb, request, families);
      if (!opened.ok) return { ok: false, faults: opened.faults.map((fault) => inStudy(fault, cell, file)) };
      judged.set(question, Object.values(opened.own.files));
    }
    const names = judged.get(question) ?? [];
    const run = runOfChain(verb, family, request, cell.identity.instance.name);
    if (chains.has(run.key)) continue;
    const shown = { ...cell.cell, ...overCell(request.over) };
    chains.set(run.key, { run: { ...run, position: chains.size, cell: shown }, request, names });
  }
  return {
    ok: true,
    runs: [...chains.values()].map(({ run }) => run),
    outputs: (folder) =>
      [...chains.values()].flatMap(({ names }, n) => {
        const place = placeOf(folder, `${verb}s`, n, chains.size);
        return names.map((name) => join(place, name));
      }),
    finish: (folder, store) =>
      writtenByEach(verb, [...chains.values()], folder, ({ request }, out) =>
        runChain(verb, { ...request, out, kept: { store, folder } }, families),
      ),
  };
}

/** Returns the fields that the sweeps of a study vary; empty for a study of days. */
function overOf(verb: ChainVerb, words: Study['words'], file: string): readonly string[] | Refused {
  const refused = (path: string, value: unknown, allowed: string): Refused => {
    return { ok: false, faults: [{ file, path, value, allowed, remedy: 'Correct or remove it.' }] };
  };
  const known = verb === 'sweep' ? ['over'] : [];
  const strange = Object.keys(words).find((word) => !known.includes(word));
  if (strange !== undefined) return refused('words', strange, known.join(', ') || 'no words: a day takes none');
  const { over = [] } = words;
  const list = Array.isArray(over) ? (over as readonly unknown[]) : [over];
  if (list.every((one) => typeof one === 'string')) return list;
  return refused(
    'words.over',
    over,
    'a text such as "powerCapW=200000:300000:10000", or a list of them, one for each axis',
  );
}

/** Converts a fault of a command's option into a fault of the study file that contains the option. */
function inStudy(fault: Fault, { cell }: StudyRun, file: string): Fault {
  if (fault.file !== COMMAND_LINE) return fault;
  const option = fault.path.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const places: Readonly<Record<string, string>> = { over: 'words.over', method: 'methods', seed: 'seeds' };
  const isLimit = ['timeLimit', 'workLimit'].includes(option);
  const path = isLimit ? 'budgets' : (places[option] ?? `options.${option}`);
  return { ...fault, file, path, remedy: `${fault.remedy} (Instance ${String(cell['instance'])}.)` };
}
