import type { Fault } from '../../instances/fault.js';
import type { CompareReport } from '../../reports/compare/report.js';
import type { CompareOfFamily, ComparisonRequest } from '../compare.js';
import { labelsFault, optionFault } from '../words.js';
import { openGeo } from './instances/open.js';
import { GEO_METHODS } from './methods/registry.js';
import { geoComparison } from './studies/compare/comparison.js';

export const compareOfGeo: CompareOfFamily = {
  progressUnit: '',
  readWords: (_, asked) => {
    const fault = wordsFault(asked);
    return fault === null ? { ok: true, labels: asked.methods, settings: {} } : { ok: false, faults: [fault] };
  },
  open: ({ file, labels, shouldStop }) => {
    const opened = openGeo(file, undefined, shouldStop);
    if (!opened.ok) return opened;
    const comparison = geoComparison({ opened, labels });
    const report = async (): Promise<CompareReport> =>
      (await import('./report/compare.js')).geoCompareReport as CompareReport;
    return { ok: true, comparison, report };
  },
};

function wordsFault({ methods, variants }: ComparisonRequest): Fault | null {
  const known = GEO_METHODS.map(({ name }) => name);
  const wrong = labelsFault(methods, known);
  const [name, ...forms] = String(wrong?.value).split(':');
  if (wrong !== null && forms.length > 0 && known.includes(name!)) {
    return { ...wrong, remedy: `Geo methods have no forms: leave ":${forms.join(':')}" out.` };
  }
  if (wrong !== null) return wrong;
  if (!variants) return null;
  const remedy = 'Compare one by one the files that plenum generate --centres ... writes, or leave --vary out.';
  return optionFault('--vary', 'with a geo instance', 'only with reward-rate or robust instances', remedy);
}
