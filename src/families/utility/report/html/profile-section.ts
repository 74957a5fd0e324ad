import { gapPercent, oneLine } from '../../../../reports/format.js';
import { markup, nameOf, quantity, type Content } from '../../../../reports/html/markup.js';
import { seriesColour } from '../../../../reports/html/palette.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { seriesChart } from '../../../../reports/html/series-chart.js';
import { table } from '../../../../reports/html/table.js';
import type { UtilityComparisonRecord } from '../../studies/compare/facts.js';

/** Relative difference up to which two utilities count as equal; the count of best policies uses it, too. */
const TIE = 1e-9;

/** Returns the section with the performance profiles. */
export function profileSection({ profiles, trials }: UtilityComparisonRecord): SectionOptions {
  const head = { id: 'profiles', title: 'Performance profiles', isFolded: true };
  const known = profiles.filter(({ losses }) => losses.length > 0);
  if (known.length < 2 || trials < 2) {
    return { ...head, body: [] };
  }
  const widest = 100 * Math.max(...known.flatMap(({ losses }) => losses));
  // A whole number of steps, behind the last change of any line.
  const step = roundStep(Math.max(widest, 1e-3) / 8);
  const end = step * Math.ceil((1.02 * widest) / step + 1e-9) || step;
  return {
    ...head,
    body: [
      seriesChart({
        id: 'profiles-chart',
        title:
          'A stepped line for each policy: share of the trials in which it loses no more than so much to the best one.',
        xName: 'utility lost to the best policy of the trial, %',
        yName: 'share of trials, %',
        range: [0, 100],
        fromZero: true,
        series: known.map(({ method, losses, trials: of }, n) => ({
          name: oneLine(method),
          colour: seriesColour(n),
          dashed: n >= 6,
          step: true,
          plain: true,
          points: stepsOf(losses, of, end),
        })),
      }),
      markup`<p class="caption">Upright: share of the ${String(known[0]!.trials)} trials in which a policy earns at most so much less than the best policy of the same trial. A line at the left edge: how often it is the best; further up and further left is better.</p>\n`,
      table({
        caption: 'Utility lost to the best policy of a trial: of all trials with a schedule.',
        columns: [
          { head: 'Method' },
          { head: 'Best in', numeric: true },
          { head: 'Median', numeric: true },
          { head: 'Worst', numeric: true },
        ],
        rows: known.map(({ method, losses }): Content[] => [
          nameOf(method),
          String(losses.filter((loss) => loss <= TIE).length),
          quantity(gapPercent(median(losses))),
          quantity(gapPercent(losses.at(-1))),
        ]),
      }),
    ],
  };
}

/** Returns a round distance for the marks of an axis: 1, 2 or 5 times a power of ten, at least `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10);
}

function median(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

/** Returns the points of a profile's step function: a loss, %, and the percentage of trials with at most this loss. */
function stepsOf(losses: readonly number[], trials: number, end: number): (readonly [number, number])[] {
  const shareAt = (loss: number): number => (100 * losses.filter((one) => one <= loss + TIE).length) / trials;
  const places = [0, ...new Set(losses.filter((loss) => loss > TIE))];
  return [...places.map((loss) => [100 * loss, shareAt(loss)] as const), [end, shareAt(Infinity)] as const];
}
