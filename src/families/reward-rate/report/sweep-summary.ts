import type { SweepPoint, SweepResult } from '../studies/sweep/result.js';
import { gapPercent, rewardPerS, watts, oneLine, plain, shorten, significant } from '../../../reports/format.js';
import { studyWarnings } from '../../../reports/study-warnings.js';
import { shownAxis, type ShownAxis } from './sweep-axis.js';
import { firstLimit } from '../../../reports/wording.js';

/** The points of a sweep as a table for a terminal. Ends with a newline. */
export function sweepText(result: SweepResult): string {
  const { points, pointsLeft, files } = result;
  const axes = result.axes.map(shownAxis);
  const heads = result.axes.map(({ factors }, a) => shorten(`${factors ? 'x ' : ''}${lastName(axes[a]!.name)}`, 20));
  const widths = heads.map((head) => Math.max(12, head.length));
  const row = (first: readonly string[], rest: readonly string[]): string =>
    [...first.map((text, a) => text.padStart(widths[a]!)), ...rest].join('  ').trimEnd();
  const leastW = points.map((point, n) => result.frontier?.leastPowerW[n] ?? point.leastPower?.boundW ?? null);
  const isLeastKnown = leastW.some((value) => value !== null);
  const columns = [
    'reward/s'.padStart(12),
    'bound'.padStart(12),
    'gap'.padStart(10),
    'power'.padStart(12),
    ...(isLeastKnown ? ['no less than'.padStart(12)] : []),
    'per unit',
  ];
  const lines = [
    `instance      ${oneLine(result.instance)}, method ${result.method}${result.naive ? ' --naive' : ''}`,
    row(heads, columns),
    ...points.map((point, n) =>
      row(
        point.values.map((value, a) => axes[a]!.digits(value)),
        cells(point, axes, isLeastKnown ? leastW[n]! : undefined),
      ),
    ),
    ...(pointsLeft > 0 ? [`Interrupted: ${pointsLeft} points were not solved.`] : []),
    ...(points.some((point) => point.nonDominated)
      ? ['* no other point earns more for the same power or as much for less.']
      : []),
    ...kneeLines(result),
    ...(leastW.some((value) => value !== null)
      ? [
          `no less than: no plan of the reward${points.some(({ air }) => air !== undefined) ? ' with its nodes on standby' : ''} draws less at the meter, proven.`,
        ]
      : []),
    ...(result.boundScope === '' ? [] : [`bounds cover  ${oneLine(result.boundScope)}`]),
    ...Object.entries(files).map(([name, file]) => `${name.padEnd(12)}  ${oneLine(file)}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Line on the knee of a sweep over the cap; none elsewhere. */
function kneeLines({ frontier }: SweepResult): string[] {
  const step = frontier?.knee == null ? undefined : frontier.steps[frontier.knee];
  if (step === undefined) return [];
  const at = plain(watts(step.toW));
  return [`knee of the proven steps at ${at}: beyond it power is worth less than on average.`];
}

/** Warnings of the instance and of the points, each said once. */
export function sweepWarnings({ warnings, axes, points }: SweepResult): string[] {
  const runs = points.map((point) => ({
    name: axes.map(({ field, factors }, a) => `${field}=${factors ? 'x' : ''}${point.values[a]!}`).join(', '),
    warnings: point.warnings,
  }));
  return studyWarnings(warnings, runs, { one: 'Point', many: 'points' });
}

/** Name without the path before it: "factor of nodeTypes[0].powerW" is "powerW". */
function lastName(name: string): string {
  return name
    .replace(/^factor of /, '')
    .split('.')
    .at(-1)!;
}

/** Cells of a point beside its values; `leastW`: power than which its reward needs no less, W, where that column is shown. */
function cells(point: SweepPoint, axes: readonly ShownAxis[], leastW: number | null | undefined): string[] {
  if (!point.feasible) {
    const why = firstLimit(point.infeasibility) ?? point.failure ?? point.gapReason ?? 'no feasible plan';
    return [`none: ${oneLine(why)}`];
  }
  const digits = (value: number | null): string => (rewardPerS(value)?.digits ?? 'none').padStart(12);
  const slopes = point.marginal.map(({ perUnit }, a) =>
    perUnit === null ? '-' : significant(axes[a]!.slope(perUnit), 4),
  );
  const from = point.planFrom === undefined ? '' : `  plan from ${oneLine(point.planFrom)}`;
  return [
    digits(point.objective),
    digits(point.bound),
    plain(gapPercent(point.gap)).padStart(10),
    plain(watts(point.power?.totalW)).padStart(12),
    ...(leastW === undefined ? [] : [(leastW === null ? '-' : plain(watts(leastW))).padStart(12)]),
    `${slopes.join(' ')}${point.nonDominated ? ' *' : ''}${from}`,
  ];
}
