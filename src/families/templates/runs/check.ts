import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import { stateAt, stateCount } from '../../../../models/families/templates/states.js';
import { templatesChecker } from '../check/check-templates.js';
import { statedStateFaults } from '../check/stated-state.js';
import { tableFaults } from '../check/tables.js';
import { randomStream } from '../../../random/stream.js';
import { CheckFindings } from './check-findings.js';
import type { TemplatesCheckFindings } from './check-result.js';
import type { TemplateDatabase } from './result.js';

/** Returns the numbers of the states to check, ascending: all states, or a random sample of `sample` states. */
export function statesToCheck({ instance }: TemplateDatabase, sample: number | null, seed: number): number[] {
  const all = Array.from({ length: stateCount(instance.grid) }, (_, state) => state);
  if (sample === null || sample >= all.length) return all;
  const { integer } = randomStream(seed, 'templates to check');
  for (let k = 0; k < sample; k += 1) {
    const other = integer(k, all.length - 1);
    [all[k], all[other]] = [all[other]!, all[k]!];
  }
  return all.slice(0, sample).sort((a, b) => a - b);
}

/**
 * Checks the templates of these states with the independent checker. Also checks the tables that tell a scheduler which
 * vents to open and which cores to use.
 *
 * @throws CheckerLimitError if temperatures cannot be computed
 */
export function checkDatabase(
  database: TemplateDatabase,
  matrices: readonly InfluenceMatrix[],
  states: readonly number[],
): TemplatesCheckFindings {
  const { instance, book, coresFigures, statedState, facts } = database;
  const findings = new CheckFindings();
  const checker = templatesChecker(instance, matrices);
  if (!checker.ok) return findings.result(checker.faults);
  for (const state of states) {
    const template = book.template(state);
    const verdict = checker.check.judge(template, coresFigures(state), facts.rounding === 'ceiling');
    const ofState = statedStateFaults(instance, state, statedState(state));
    findings.add(
      template,
      { ...verdict, faults: [...ofState, ...verdict.faults] },
      stateAt(instance.grid, state).powerLimitW,
    );
  }
  return findings.result(tableFaults(instance, matrices[0]!, database));
}
