import { nearestName } from '../../instances/nearest-name.js';
import type { Problem } from '../../instances/problem.js';
import { anyComparison, type CompareOfFamily, type ComparisonAsked } from '../compare.js';
import { optionProblem } from '../words.js';
import { openGeo } from './instances/open.js';
import { GEO_METHODS } from './methods/registry.js';
import { geoComparison } from './studies/compare/comparison.js';

export const compareOfGeo: CompareOfFamily = {
  progressUnit: '',
  readWords: (_, asked) => {
    const problem = wordsProblem(asked);
    return problem === null ? { ok: true, labels: asked.methods, settings: {} } : { ok: false, problems: [problem] };
  },
  open: ({ file, labels, shouldStop }) => {
    const opened = openGeo(file, undefined, shouldStop);
    if (!opened.ok) return opened;
    const comparison = geoComparison({ opened, labels });
    return anyComparison(comparison, async () => (await import('./report/compare.js')).geoCompareReport);
  },
};

function wordsProblem({ methods, variants }: ComparisonAsked): Problem | null {
  const known = GEO_METHODS.map(({ name }) => name);
  const unknown = methods.find((label) => !known.includes(label));
  if (unknown !== undefined) {
    const own = unknown.split(':')[0]!;
    const nearest = nearestName(unknown, known);
    const remedy = known.includes(own)
      ? `Geo methods have no forms: leave "${unknown.slice(own.length)}" out.`
      : `Choose from these${nearest === undefined ? '' : `; the nearest in spelling is "${nearest}"`}.`;
    return optionProblem('--methods', unknown, known.join(', '), remedy);
  }
  const twice = methods.find((label, n) => methods.indexOf(label) < n);
  if (twice !== undefined) return optionProblem('--methods', twice, 'every method once', 'Name it once.');
  if (!variants) return null;
  const remedy = 'Compare one by one the files that plenum generate --centres ... writes, or leave --vary out.';
  return optionProblem('--vary', 'with a geo instance', 'only with reward-rate or robust instances', remedy);
}
