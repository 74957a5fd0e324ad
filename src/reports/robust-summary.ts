import type { Robustness } from '../../models/problems/robust/outcome.js';
import type { RobustRunRecord, RobustRunResult } from '../runs/robust/result.js';
import { gapPercent, oneLine, plain } from './format.js';
import { TERMINATIONS, violationText } from './wording.js';

const LABEL_WIDTH = 18;
const MOST_VIOLATIONS = 5;
/** What stands for an infinite quantile. */
const INFINITE_Z = 1e307;

/** What a robust run found, in some twenty lines for a terminal. Ends with a newline. */
export function robustSummaryText({ result, evaluation }: RobustRunRecord): string {
  const verdict = result.feasible ? 'feasible (checked)' : evaluation === null ? 'no plan' : 'NOT FEASIBLE (checked)';
  const shown = result.violations.slice(0, MOST_VIOLATIONS);
  const lines = [
    `${oneLine(result.instance)}, ${result.problem}: ${verdict}, ${TERMINATIONS[result.termination]}`,
    ...(result.infeasibility === undefined ? [] : [labelled('why', oneLine(result.infeasibility.message))]),
    ...shown.map((violation) => labelled('violated', oneLine(violationText(violation)))),
    ...(result.violations.length > shown.length
      ? [labelled('', `and ${result.violations.length - shown.length} more`)]
      : []),
    labelled('method', methodText(result)),
    ...figures(result),
    ...bounds(result),
    ...(evaluation === null
      ? []
      : [
          labelled(
            'energy',
            `${megajoules(evaluation.energyMeanJ)} MJ expected (dynamic ${megajoules(evaluation.energyByPart.dynamicJ)}, ` +
              `static ${megajoules(evaluation.energyByPart.staticJ)}, overhead ${megajoules(evaluation.energyByPart.overheadJ)}), ` +
              `standard deviation ${megajoules(evaluation.energySdJ)} MJ`,
          ),
        ]),
    ...result.binding.map(({ constraint, value, limit }) =>
      labelled('binding', `${constraint}: z ${value.toFixed(4)} against ${limit.toFixed(4)}`),
    ),
    ...result.warnings.map((warning) => labelled('warning', oneLine(warning))),
    ...Object.entries(result.files).map(([name, file]) => labelled(name, oneLine(file))),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function methodText({ method, constraintHandling, improvements, seed }: RobustRunResult): string {
  const improved = improvements.length === 0 ? '' : `, improvements ${improvements.join(' ')}`;
  return `${oneLine(method)}, constraint handling ${constraintHandling}${improved}, seed ${seed}`;
}

function figures({ psi, phi, jointPsiLog10 }: RobustRunResult): string[] {
  if (psi === null || phi === null) return [];
  return [
    labelled('Psi', robustnessText(psi)),
    labelled('phi', robustnessText(phi)),
    labelled('all cores in time', jointPsiLog10 === null ? 'unknown' : probabilityOfLog(jointPsiLog10)),
  ];
}

function bounds(result: RobustRunResult): string[] {
  const { problem, bound, boundZ, gap, psiGap, deadlineSlackPercent, energyBoundJ, energyGap } = result;
  const of = problem === 'mo-ec' ? 'Psi' : 'phi';
  return [
    labelled(
      `bound on ${of}`,
      bound === null || boundZ === null ? 'this run proves none' : `${probability(bound)} (z ${quantile(boundZ)})`,
    ),
    labelled('gap', plain(gapPercent(gap), oneLine(result.gapReason ?? ''))),
    ...(psiGap === null ? [] : [labelled('bound - Psi', psiGap.toPrecision(4))]),
    ...(deadlineSlackPercent === null
      ? []
      : [labelled('deadline slack', `${deadlineSlackPercent.toFixed(3)} % more time would reach the bound`)]),
    ...(energyBoundJ === null ? [] : [labelled('least energy', `${megajoules(energyBoundJ)} MJ (proven)`)]),
    ...(energyGap === null ? [] : [labelled('energy above it', `${(100 * energyGap).toFixed(3)} %`)]),
  ];
}

function labelled(label: string, text: string): string {
  return `${oneLine(label).padEnd(LABEL_WIDTH)}  ${text}`;
}

export function robustnessText({ z, probability: value, complement }: Robustness): string {
  const far = complement < 1e-6 && value < 1 ? `1 - ${complement.toPrecision(3)}` : probability(value);
  return `${far} (z ${quantile(z)})`;
}

function probability(value: number): string {
  return value !== 0 && value < 1e-4 ? value.toExponential(3) : value.toFixed(6);
}

function probabilityOfLog(log10: number): string {
  return log10 < -4 ? `10^${log10.toFixed(2)}` : probability(10 ** log10);
}

export function quantile(z: number): string {
  if (z > INFINITE_Z) return 'infinite';
  return z < -INFINITE_Z ? '-infinite' : z.toFixed(4);
}

function megajoules(joules: number): string {
  return (joules / 1e6).toFixed(3);
}
