import type { Convergence } from '../../studies/compare/record.js';
import { significant } from '../../../../reports/format.js';
import type { Markup } from '../../../../reports/html/markup.js';
import { spreadChart } from '../../../../reports/html/spread-chart.js';

/** Smaller gaps are drawn here: the logarithm has no room for none at all. */
export const MIN_GAP = 1e-6;

/** Gap to the bound over time on logarithmic scales, one line per method with its spread over the trials. */
export function convergenceChart({ timeS, methods }: Convergence): Markup {
  const drawn = methods.flatMap(({ median, least, greatest }) => [...median, ...least, ...greatest]);
  // A gap of 0 stands at the least one, not at the least of the others.
  const lowest = Math.max(MIN_GAP, Math.min(...drawn, 1));
  const floor = 10 ** Math.floor(Math.log10(lowest) - 1e-9);
  return spreadChart({
    id: 'gap-over-time',
    title:
      'Lines over time, both scales logarithmic: median gap of each method to the proven bound; thin lines: least and greatest over the trials.',
    xName: 'seconds since the start of the run',
    at: timeS,
    lines: methods,
    yOf: (gap) => 100 * Math.max(floor, gap),
    // Nothing has a plan before the first time.
    before: 1,
    yAxis: {
      type: 'log',
      min: 100 * floor,
      max: 100,
      name: 'gap to the bound, %',
      axisLabel: { formatter: (value: number) => significant(value, 1) },
    },
  });
}
