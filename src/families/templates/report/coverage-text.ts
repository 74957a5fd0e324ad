import { W_PER_KW } from '../../../../models/units.js';
import type {
  AxisRefinement,
  Broken,
  CoverageRecord,
  Distribution,
  Feasibility,
  Quantile,
  Sampling,
} from '../studies/coverage/record.js';
import { countOf, fixed, oneLine, significant } from '../../../reports/format.js';

type Share = Broken['share'];

/** Relative difference up to which two figures are reported as equal. */
const ROUNDING = 1e-9;

export function coverageText(record: CoverageRecord): string {
  const { instance, database, feasibility, sampling, refinement, seed, warnings, files } = record;
  return [
    `${oneLine(instance)}, ${oneLine(database)}`,
    '',
    ...feasibilityLines(feasibility),
    '',
    ...samplingLines(sampling, seed),
    ...(refinement.length === 0 ? [] : ['', ...refinementLines(refinement)]),
    ...warnings.map((warning) => `Note: ${oneLine(warning)}`),
    ...Object.values(files).map((file) => `written       ${file}`),
    '',
  ].join('\n');
}

function feasibilityLines(found: Feasibility): string[] {
  const { states, infeasible, byBinding, byPowerLimit, vectors, tooHotVectors, leastPowerW } = found;
  return [
    `${infeasible} of ${countOf(states, 'state')} ${infeasible === 1 ? 'is' : 'are'} infeasible${infeasible === 0 ? '' : ': running cores alone break a limit, whatever arrives'}.`,
    `stopped by    ${byBinding.map(({ binding, states: count }) => `${binding} ${count}`).join(', ')}`,
    `by limit      ${byPowerLimit
      .map((one) => `${kilowatts(one.value)} kW: ${one.infeasiblePower + one.infeasibleOutlet} of ${one.states}`)
      .join(', ')}`,
    ...(leastPowerW === null
      ? []
      : [
          `least power   of running cores, over their ${countOf(vectors - tooHotVectors, 'combination')}: ${kilowatts(leastPowerW.least)} to ` +
            `${kilowatts(leastPowerW.largest)} kW, median ${kilowatts(leastPowerW.median)} kW`,
        ]),
    ...(tooHotVectors === 0
      ? []
      : [`too hot       ${tooHotVectors} of ${countOf(vectors, 'combination')}, at any power`]),
  ];
}

function samplingLines({ samples, outcomes, asSet, regret }: Sampling, seed: number): string[] {
  if (outcomes === null || asSet === null) return ['No states were sampled.'];
  const { bothFeasible, onlyTrueState, onlyTemplate, neither } = outcomes;
  return [
    `${countOf(samples, 'state')} drawn uniformly from what the grid stands for (seed ${seed}); a day of operation is not such a sample. With 95 % intervals:`,
    `feasible      state and template ${share(bothFeasible)}; state only ${share(onlyTrueState)}; template only ${share(onlyTemplate)}; neither ${share(neither)}`,
    `as set        power limit broken ${share(asSet.power.share)}${excess(asSet.power, 'kW', 1e-3)}; outlet limit ${share(asSet.outlet.share)}${excess(asSet.outlet, 'K', 1)}`,
    ...(regret === null
      ? ['No sampled state is feasible: nothing to compare with.']
      : [
          `Against the best setting, in the ${countOf(regret.notKept.trials, 'feasible state')}:`,
          `as set        some limit broken in ${share(regret.broken)}`,
          `  tasks/J lost  ${spread(regret.asSet.tasksPerJ, ' %', 100)}`,
          `  work lost     ${spread(regret.asSet.workPerS, ' tasks/s', 1)}`,
          `limits kept   by a colder set-point and fewer new tasks; running cores alone break one in ${share(regret.notKept)}`,
          `  tasks/J lost  ${spread(regret.kept.tasksPerJ, ' %', 100)}`,
          `  work lost     ${spread(regret.kept.workPerS, ' tasks/s', 1)}`,
        ]),
  ];
}

function refinementLines(refinement: readonly AxisRefinement[]): string[] {
  return [
    'Which step to halve: mean tasks/J lost then, limits kept, and with no rounding of that axis at all; the others as now.',
    ...refinement.map(
      ({ axis, values, halved, exact, gainHalved, brokenHalved }) =>
        `  ${axis.padEnd(24)} ${values} to ${2 * values} values: ${percent(halved)} (gains ${percent(gainHalved.mean)}` +
        `${gainHalved.interval === null ? '' : `, ${percent(gainHalved.interval.low)} to ${percent(gainHalved.interval.high)}`}); ` +
        `not rounded ${percent(exact)}; limits broken ${percent(brokenHalved)}`,
    ),
  ];
}

function spread({ mean, median, p95, worst, worseShare }: Distribution, unit: string, scale: number): string {
  const number = (value: number): string => (Math.abs(value) < ROUNDING ? '0' : significant(scale * value, 3));
  const quantile = ({ value, low, high }: Quantile): string =>
    `${number(value)} (${low === null ? '?' : number(low)} to ${high === null ? '?' : number(high)})`;
  const meanText =
    mean.interval === null
      ? number(mean.mean)
      : `${number(mean.mean)} (${number(mean.interval.low)} to ${number(mean.interval.high)})`;
  return `mean ${meanText}, median ${quantile(median)}, p95 ${quantile(p95)}, worst ${number(worst)}${unit}; worse in at most ${percent(worseShare)} of states`;
}

function excess({ excess: found }: Broken, unit: string, scale: number): string {
  if (found === null) return '';
  const number = (value: number): string => significant(scale * value, 3);
  return ` (by ${number(found.mean.mean)} ${unit} on average, ${number(found.worst)} at worst)`;
}

function share({ probability, low, high }: Share): string {
  return `${percent(probability)} (${percent(low)} to ${percent(high)})`;
}

function percent(value: number): string {
  return `${fixed(100 * value, 2)} %`;
}

function kilowatts(powerW: number): string {
  return significant(powerW / W_PER_KW);
}
