import { GEO_FORMAT } from '../../../models/families/geo/format.js';
import { GEO_PLAN_FORMAT } from '../../../models/families/geo/plan.js';
import { GEO_METHODS } from './methods/registry.js';
import { MATRIX_EXPORT } from '../export.js';
import type { FamilyOf } from '../family.js';
import { CENTRES_MAKING, CENTRES_OPTIONS } from './making.js';
import { GEO_OPTIONS } from './options.js';

/** The geo family (chapter 4 of the thesis): which data centre serves which tasks in each epoch, at least cost. */
export const GEO: FamilyOf<typeof GEO_OPTIONS & typeof CENTRES_OPTIONS> = {
  name: 'geo',
  format: GEO_FORMAT,
  planFormat: GEO_PLAN_FORMAT,
  page: 'docs/geo/instances.md',
  kind: 'a geo instance',
  better: 'less',
  listHeading: 'Geo instances',
  example: 'us-4',
  methodsHeading: 'Methods for geo instances (--method)',
  methods: GEO_METHODS,
  baseline: { method: 'even-split', called: 'work divided evenly by capacity' },
  verbs: ['solve', 'check', 'bound', 'compare'],
  options: { ...GEO_OPTIONS, ...CENTRES_OPTIONS },
  outputs: ['ledger.csv'],
  instead: {
    simulate:
      'Use plenum check for what a plan costs, or plenum solve, bound and compare: geo instances take prices, weather and arrivals as certain.',
    generate: 'Use plenum generate --centres with another seed, date or workload.',
    sweep: 'Use plenum solve --front for cost against carbon, or solve copies of the instance with other limits.',
    day: 'A geo instance has its epochs already: use plenum solve, or plenum compare for several methods.',
  },
  makes: CENTRES_MAKING,
  exports: [
    { name: 'series', help: 'prices, carbon, sun, wind and arrivals of {}, by epoch and data centre' },
    MATRIX_EXPORT,
  ],
  uncertain: {
    'taskTypes[*].arrivalRatePerS[*]': 0.1,
    'taskTypes[*].arrivalRatePerS.meanPerS': 0.1,
    'dataCentres[*].price.usdPerKwh[*]': 0.1,
    'tariffs[*].seasons[*].periods[*].usdPerKwh': 0.1,
    'nodeTypes[*].idlePowerW': 0.1,
  },
  load: async () => (await import('./parts.js')).geoParts(),
};
