import { lpEngineNames, loadLpEngine } from '../../../../src/solvers/linear/load.js';
import { lpConformance } from '../../../conformance/lp-suite.js';

for (const name of lpEngineNames) lpConformance(name, () => loadLpEngine(name));
