import type { TrialRequest } from '../experiments/design.js';
import type { TrialOutput, Value } from '../experiments/record.js';
import { formatFaults, type Fault, type Refused } from '../instances/fault.js';
import { plainCompareReport } from '../reports/compare/plain.js';
import type { ComparedFigure } from '../reports/compare/report.js';
import type { FamilyRunResult, TrajectoryPoint } from '../runs/result.js';
import type { Comparison, TrialSurroundings } from '../studies/compare/comparison.js';
import { boundOutput, commonBound, namedFigures, runOutput } from '../studies/compare/outputs.js';
import { BOUND, ratedBy } from '../studies/compare/run.js';
import { AXIS_IN_LONGEST_RUNS } from '../studies/compare/trajectory.js';
import type { CompareOfFamily } from './compare.js';
import { type Asking, type BoundOfFamily, type Family, isRefused, type Opened, type SolveOfFamily } from './family.js';
import { labelsFault, optionFault } from './words.js';

/** A figure of a run's result that is averaged by method. */
export interface SolvedMetric extends ComparedFigure {
  /** Value of a run; null leaves the run out of the mean. */
  readonly of: (result: FamilyRunResult) => number | null;
}

/** A family, and the parts of it that a comparison is made from. */
export interface SolvingFamily<Instance extends Opened> {
  readonly of: Pick<Family, 'methods' | 'better'>;
  readonly open: (file: string, asking: Asking) => Instance | Refused;
  readonly solve: SolveOfFamily;
  readonly bound?: BoundOfFamily<Instance>;
  readonly objectiveUnit: string;
  readonly metrics?: readonly SolvedMetric[];
}

/** `compare` of a family without special needs: its own solve and bound, on one instance, with its metrics. */
export function compareBySolving<Instance extends Opened>(family: SolvingFamily<Instance>): CompareOfFamily {
  const known = family.of.methods.map(({ name }) => name);
  const refused = (fault: Fault): Refused => ({ ok: false, faults: [fault] });
  return {
    progressUnit: family.solve.progressUnit,
    readWords: (_, { methods, variants }) => {
      const wrong = labelsFault(methods, known);
      if (wrong !== null) return refused(wrong);
      if (!variants) return { ok: true, labels: methods, settings: {} };
      return refused(optionFault('--vary', true, 'no variants of this family', 'Leave --vary out.'));
    },
    open: ({ file, shouldStop }) => {
      const opened = family.open(file, { words: {}, phase: () => undefined, shouldStop });
      if (!opened.ok) return opened;
      const report = plainCompareReport(family.metrics ?? []);
      return { ok: true, comparison: comparisonOf(family, opened, file), report: () => Promise.resolve(report) };
    },
  };
}

function comparisonOf<Instance extends Opened>(
  family: SolvingFamily<Instance>,
  opened: Instance,
  file: string,
): Comparison {
  const {
    metrics = [],
    of: { better },
    objectiveUnit,
  } = family;
  const isUpper = better === 'more';
  return {
    instance: opened.instance.name,
    warnings: opened.warnings,
    sha256: () => opened.sha256,
    objectiveUnit,
    better,
    blank: {
      objective: null,
      bound: null,
      ...namedFigures(
        { values: {} },
        metrics.map(({ key }) => key),
      ),
    },
    trial: (input, surroundings) =>
      input.cell['method'] === BOUND
        ? boundTrial(family, opened, surroundings)
        : solveTrial(family, file, input, surroundings),
    boundsPer: 'instance',
    bound: (entries, of) => commonBound(entries, of, ratedBy('objective'), isUpper),
    read: (entry, common) => ({
      objective: ratedBy('objective')(entry),
      bound: common?.bound ?? null,
      ...namedFigures(
        entry,
        metrics.map(({ key }) => key),
      ),
    }),
    proofs: [
      {
        value: (run) => run.objective,
        bound: (run) => run.bound,
        isUpper,
        wrong: (value, bound) =>
          `has a feasible plan of ${value} ${objectiveUnit} beyond the proven bound of ${bound} ${objectiveUnit}`,
      },
    ],
    metrics: metrics.map(({ key }) => ({ key })),
    pairs: [],
    rank: { of: ({ objective }) => (objective === null || isUpper ? objective : -objective), scale: 0 },
    convergence: {
      isDrawn: () => true,
      without: isUpper ? -Infinity : Infinity,
      beyond: AXIS_IN_LONGEST_RUNS,
      level: ({ bound }) => bound,
    },
    facts: () => ({}),
  };
}

async function solveTrial(
  { solve, metrics = [], of: { better } }: Pick<SolvingFamily<Opened>, 'solve' | 'metrics' | 'of'>,
  file: string,
  { cell, seed }: TrialRequest,
  surroundings: TrialSurroundings,
): Promise<TrialOutput> {
  const asked = { method: cell['method'] };
  const words = solve.readWords?.(asked) ?? asked;
  if (isRefused(words)) throw new RangeError(formatFaults(words.faults));
  const trajectory: TrajectoryPoint[] = [];
  const { limits, nowS, interrupted, interruptedTwice, onProgress } = surroundings;
  const startS = nowS();
  const answer = await solve.solve({
    file,
    words,
    seed,
    limits,
    withBound: false,
    nowS,
    interrupted,
    interruptedTwice,
    onProgress: (point) => {
      trajectory.push(point);
      onProgress(point);
    },
  });
  if (!answer.ok) throw new RangeError(formatFaults(answer.faults));
  const { result, rules } = answer;
  const timeS = nowS() - startS;
  const values = {
    objective: result.objective,
    bound: result.bound,
    boundScope: result.boundScope,
    infeasibility: result.infeasibility?.proven === true ? result.infeasibility.message : null,
    warnings: result.warnings,
    ...(rules === undefined ? {} : { rules }),
    ...Object.fromEntries(metrics.map(({ key, of }): [string, Value] => [key, of(result)])),
  };
  return runOutput({ result, trajectory }, values, result.feasible ? result.objective : null, better, timeS);
}

/** The bound, run to its end. */
async function boundTrial<Instance extends Opened>(
  { bound }: Pick<SolvingFamily<Instance>, 'bound'>,
  opened: Instance,
  surroundings: TrialSurroundings,
): Promise<TrialOutput> {
  if (bound === undefined) return { values: {}, times: { total: 0 } };
  return boundOutput(surroundings, async (driver) => {
    const proven = await bound.prove(opened, driver, {});
    return {
      bound: proven.isEmpty === true ? null : proven.bound,
      boundScope: proven.boundScope,
      infeasibility: proven.infeasibility?.record.message ?? null,
    };
  });
}
