import { aligned, oneLine } from '../format.js';
import { quantity } from '../html/markup.js';
import { type ComparedFigure, type ComparePage, type CompareReport, GAP } from './report.js';

/** Report of a family without words of its own: objective, bound, gap and its metrics. */
export function plainCompareReport(metrics: readonly ComparedFigure[]): CompareReport {
  return (record) => {
    const { objectiveUnit: unit, family, convergence } = record;
    const page: ComparePage = {
      kind: `${oneLine(family)} methods compared`,
      caption: '',
      convergence: convergence.methods.length === 0 ? null : plainConvergence(record),
    };
    return {
      figures: [
        {
          key: 'objective',
          label: unit,
          unit,
          hasInterval: true,
          bound: 'bound',
          csv: 'objective',
          in: ['text', 'methods', 'runs', 'differences', 'csv'],
        },
        { key: 'bound', label: 'bound', unit, csv: 'bound', in: ['csv'] },
        GAP,
        ...metrics,
      ],
      page: () => Promise.resolve(page),
    };
  };
}

/** Values of the best plans so far, against the bound. */
function plainConvergence({
  objectiveUnit: unit,
  convergence: { level, methods },
}: Parameters<CompareReport>[0]): ComparePage['convergence'] {
  const write = aligned(methods.flatMap(({ median }) => median));
  return {
    chart: () => ({
      id: 'convergence',
      title: `Thick lines: median of each method’s best plan; thin lines: least and greatest over the trials${level === null ? '' : '; dashed: the proven bound'}.`,
      yOf: (value) => value,
      before: null,
      yAxis: { type: 'value', scale: true, name: unit },
      ...(level === null ? {} : { level: { name: 'proven bound', values: [level.median] } }),
    }),
    caption: () => '',
    table: `Median in ${unit} over the trials by`,
    cell: (value) => quantity(write(value), 'no plan'),
  };
}
