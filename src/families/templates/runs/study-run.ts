import { worstFirst } from '../../../../models/facility/limits.js';
import { hasStandby } from '../../../../models/families/templates/standby.js';
import type { Template } from '../../../../models/families/templates/template.js';
import type { Violation } from '../../../../models/families/violation.js';
import type { Refused } from '../../../instances/fault.js';
import { type Driver, type DriverOptions, runDriver } from '../../../runs/control.js';
import { endOfRun } from '../../../runs/end-of-run.js';
import type { FamilyRunResult } from '../../../runs/result.js';
import { templatesChecker } from '../check/check-templates.js';
import type { TemplateVerdict } from '../check/verdict.js';
import { type OpenedTemplates, openTemplates, ventMatricesOf } from '../instances/open.js';
import { MAX_LISTED } from '../../../check/faults.js';
import { TemplatesSolver } from '../methods/solve-templates.js';
import { type Chunk, chunksOf, solveChunk, type SolvedTemplate } from './chunks.js';
import type { RoundingRule } from './result.js';
import { coresBy } from './whole-cores.js';

/** Unit of the objective: work of whole cores per total energy. */
const UNIT = 'tasks/J';

/** Request to solve and check all states of an instance. */
export interface TemplatesRunRequest extends DriverOptions {
  readonly file: string;
  readonly rounding: RoundingRule;
  readonly seed: number;
}

/**
 * Solves all states of an instance and checks each template independently, for a study. A step of the run control is
 * one chunk of states.
 *
 * The objective is the mean, over feasible states, of the work per energy with whole cores as the checker computes it.
 * The bound is the mean of the templates' bounds. The run is feasible only if the checker finds no fault, whole cores
 * included.
 */
export async function runTemplates(
  request: TemplatesRunRequest,
): Promise<{ readonly ok: true; readonly result: FamilyRunResult } | Refused> {
  const { file, rounding, nowS } = request;
  const startS = nowS();
  const opened = openTemplates(file);
  if (!opened.ok) return opened;
  const matrices = ventMatricesOf(opened.instance, opened.directory);
  if (!matrices.ok) return matrices;
  const openS = nowS() - startS;
  const driver = runDriver(request);
  const built = await build(opened, driver);
  const solvedS = nowS() - startS - openS;
  const { model, instance } = opened;
  const checker = templatesChecker(instance, matrices.matrices);
  const found = built.solved.map(({ template, figures }) => {
    const rounded: Template = { ...template, allowableCores: coresBy(rounding, model, template) };
    return { template, verdict: checker.ok ? checker.check.judge(rounded, figures[rounding]) : null };
  });
  const violations = [...(checker.ok ? [] : checker.faults), ...found.flatMap((one) => faultsOf(one.verdict))];
  const rated = found.filter(({ template }) => template.status === 'optimal');
  const isWhole = built.isWhole && rated.length > 0;
  const objective = isWhole ? mean(rated.map(({ verdict }) => verdict?.figures?.whole.tasksPerJ ?? NaN)) : null;
  const bound = isWhole ? mean(rated.map(({ template }) => template.boundTasksPerJ)) : null;
  const timeS = { open: openS, method: solvedS, check: nowS() - startS - openS - solvedS, total: nowS() - startS };
  const { result } = endOfRun(
    {
      instance: instance.name,
      family: 'templates',
      method: rounding,
      seed: request.seed,
      objective: objective !== null && Number.isFinite(objective) ? objective : null,
      objectiveUnit: UNIT,
      verdict: isWhole ? { violations } : null,
      boundScope: `mean over the feasible states, of any setting of all vents with ${
        hasStandby(model)
          ? 'any nodes of groups with mayBeOff on standby'
          : 'all nodes on (none sleeps or is switched off)'
      }`,
      driver,
      stoppedEarly: !built.isWhole,
      withoutPlan: built.isWhole ? 'no state is feasible' : 'a limit ended the run before all templates were built',
      warnings: opened.warnings,
      work: { steps: driver.steps, states: found.length, feasibleStates: rated.length },
    },
    {
      objective: {
        proven: bound,
        own: objective,
        isUpper: true,
        says: `has ${objective} ${UNIT}`,
        proof: `a proven bound of ${bound}`,
      },
    },
  );
  return {
    ok: true,
    result: {
      ...result,
      ...(built.isWhole && rated.length === 0 ? { termination: 'infeasible' as const } : {}),
      violations: worstFirst(violations).slice(0, MAX_LISTED),
      timeS,
    },
  };
}

/**
 * Returns the templates of all chunks of states. If a limit ends the run early, returns the templates found until then,
 * and `isWhole` is false.
 */
async function build(
  { model }: Extract<OpenedTemplates, { readonly ok: true }>,
  driver: Driver,
): Promise<{ readonly solved: readonly SolvedTemplate[]; readonly isWhole: boolean }> {
  const solver = new TemplatesSolver(model);
  const chunks: readonly Chunk[] = chunksOf(model.instance.grid);
  const solved: SolvedTemplate[] = [];
  for (const [n, chunk] of chunks.entries()) {
    for (const one of solveChunk(solver, chunk)) solved.push(one);
    const stop = await driver.step({ phase: 'templates', bound: null, incumbent: null });
    if (stop && n < chunks.length - 1) return { solved, isWhole: false };
  }
  return { solved, isWhole: true };
}

function faultsOf(verdict: TemplateVerdict | null): readonly Violation[] {
  return verdict === null
    ? []
    : verdict.faults.map((fault) => ({ ...fault, where: `state ${verdict.state}, ${fault.where}` }));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
