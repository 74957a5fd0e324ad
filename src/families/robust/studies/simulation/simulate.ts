import type { RobustInstance } from '../../../../../models/families/robust/instance.js';
import type { RobustEvaluation } from '../../../../../models/families/robust/outcome.js';
import type { RobustPlan } from '../../../../../models/families/robust/plan.js';
import type { TaskTimes } from '../../../../../models/families/robust/times.js';
import { checkRobustPlan } from '../../check/check-robust-plan.js';
import { LEVEL } from '../../../../experiments/statistics.js';
import { randomStream } from '../../../../random/stream.js';
import { drawSamples, type Tally } from './draw-samples.js';
import { lawJudge } from './law-record.js';
import type { TimeLaw } from './laws.js';
import type { AnalyticFigures, CoreName, LawRecord, RobustSimulationRecord } from './record.js';
import { simulatedPlan } from './simulated-plan.js';

export interface RobustSimulationRequest {
  readonly instance: RobustInstance;
  readonly times: TaskTimes;
  readonly plan: RobustPlan;
  /** Laws of task times to simulate in addition to the Gaussian law, which is always simulated. */
  readonly laws: readonly TimeLaw[];
  /** Number of samples, at least 2. */
  readonly samples: number;
  readonly seed: number;
  /**
   * Maximum number of random numbers per law; default DRAW_LIMIT. If the requested samples would need more, fewer
   * samples are drawn.
   */
  readonly drawLimit?: number | undefined;
  /** Confidence level of all confidence intervals; default LEVEL. */
  readonly level?: number | undefined;
  /**
   * Called at short intervals, so that interrupts can be handled. If it returns true, the simulation ends with the
   * samples drawn so far.
   */
  readonly pause: () => Promise<boolean>;
}

/** Default maximum number of random numbers per law. The reasons are in docs/robust/simulation.md. */
export const DRAW_LIMIT = 1e9;

/**
 * Simulates a complete plan. For each law of task times it draws finish times and energy many times. It compares the
 * samples with the makespan-robustness and energy-robustness that the checker computes. Equal requests give equal
 * records.
 *
 * @throws RangeError for fewer than 2 samples and for a plan that cannot be carried out
 */
export async function simulateRobustPlan(request: RobustSimulationRequest): Promise<RobustSimulationRecord> {
  const { instance, times, plan, samples, seed, level = LEVEL } = request;
  if (!(Number.isInteger(samples) && samples >= 2)) throw new RangeError(`${samples} samples: at least 2 are needed`);
  const evaluation = checkRobustPlan(instance, times, plan);
  // A broken limit has a unit; a fault that is counted means that the plan cannot be carried out.
  const fault = evaluation.violations.find(({ unit }) => unit === 'count');
  if (fault !== undefined) throw new RangeError(`The plan cannot be simulated: ${fault.constraint}, ${fault.where}`);
  const simulated = simulatedPlan(instance, times, plan);
  const analytic = analyticFigures(instance, times, plan, evaluation);
  const judge = lawJudge(simulated, evaluation, analytic, level);
  const random = randomStream(seed, 'robust simulation');
  const laws: LawRecord[] = [];
  let gaussian: Tally | null = null;
  let finished = true;
  for (const [n, law] of lawsOf(request).entries()) {
    const tally = await drawSamples(simulated, {
      law,
      samples,
      drawLimit: request.drawLimit ?? DRAW_LIMIT,
      random: random.fork(`${law.kind} ${n}`),
      pause: request.pause,
    });
    if (tally.samples >= 2) laws.push(judge(law, tally, gaussian));
    gaussian ??= tally;
    finished = !tally.interrupted;
    if (!finished) break;
  }
  return {
    instance: instance.name,
    family: 'robust',
    method: plan.method,
    goal: plan.goal,
    seed,
    samples,
    termination: finished ? 'finished' : 'interrupted',
    confidence: level,
    analytic,
    laws,
  };
}

/**
 * Returns the laws of task times to simulate. The Gaussian law comes first, because all further laws are compared with
 * it.
 */
function lawsOf({ laws }: RobustSimulationRequest): TimeLaw[] {
  return [{ kind: 'gaussian' }, ...laws.filter(({ kind }) => kind !== 'gaussian')];
}

function analyticFigures(
  instance: RobustInstance,
  times: TaskTimes,
  plan: RobustPlan,
  evaluation: RobustEvaluation,
): AnalyticFigures {
  const reading = (energyVariance: 'printed' | 'correlated'): RobustEvaluation =>
    checkRobustPlan({ ...instance, energyVariance }, times, plan);
  const printed = reading('printed');
  const correlated = reading('correlated');
  const { energyRobustness, energyMeanJ, energySdJ, overheadJ } = evaluation.energyUntilLastCore;
  return {
    leastCore: leastCore(evaluation),
    psi: evaluation.psi.probability,
    jointPsi: 10 ** evaluation.jointPsiLog10,
    phi: evaluation.phi.probability,
    phiPrinted: printed.phi.probability,
    phiCorrelated: correlated.phi.probability,
    energyMeanJ: evaluation.energyMeanJ,
    energySdPrintedJ: printed.energySdJ,
    energySdCorrelatedJ: correlated.energySdJ,
    overheadJ: evaluation.energyByPart.overheadJ,
    // No fault that is counted, so the checker gave it.
    bothAtLeast: 10 ** evaluation.promise!.bothLog10AtLeast,
    bothAtMost: 10 ** evaluation.promise!.bothLog10AtMost,
    untilLastCore: { phi: energyRobustness.probability, energyMeanJ, energySdJ, overheadJ },
  };
}

/** Returns the name of the core with the smallest quantile of finishing in time; on a tie, the first. */
function leastCore({ nodes, psi }: RobustEvaluation): CoreName {
  const node = nodes.find(({ z }) => z.includes(psi.z))!;
  return { node: node.node, core: node.z.indexOf(psi.z) };
}
