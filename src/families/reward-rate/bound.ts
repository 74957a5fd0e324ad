import { W_PER_KW } from '../../../models/units.js';
import type { LinearProgram } from '../../../models/forms/linear-program.js';
import { hasAirOfStandby } from '../../../models/families/reward-rate/standby-air.js';
import { withStandby } from '../../../models/families/reward-rate/standby.js';
import { boundCaveat } from './methods/bound/certificate.js';
import { configurationBound } from './methods/config-lp.js';
import { withIdleRoom } from './methods/idle-room.js';
import { idleConflict } from './methods/infeasibility.js';
import { steppedBound } from './methods/stepped-bound.js';
import { scaleNotes } from './methods/lp-scale.js';
import type { Certificate } from './methods/outcome.js';
import { plain, rewardPerS } from '../../reports/format.js';
import { otherLimits } from '../../reports/wording.js';
import type { Driver } from '../../runs/control.js';
import { plainText } from '../../reports/html/markup.js';
import { allOnText } from './report/wording.js';
import { allOnBound } from './runs/all-on.js';
import { knownFixes } from './runs/fixes.js';
import type { OpenedModel } from './runs/open.js';
import { standbyAirFault } from './runs/standby-air.js';
import { OBJECTIVE_UNIT } from './runs/result-of.js';
import { SCOPE_OF_EACH } from './studies/summary.js';
import { loadLpEngine, type LpEngineName } from '../../solvers/linear/load.js';
import { writeLp } from '../../solvers/linear/write-lp.js';
import { writeMps } from '../../solvers/linear/write-mps.js';
import type { BoundOfFamily, Proven, Words } from '../family.js';

interface BoundWords {
  readonly engine?: LpEngineName;
  /** File to which the LP is written; its name ends in .mps or .lp. Absent if the user named none. */
  readonly writeModel?: string;
}

/** Verb `bound`: computes the certified upper bound of the configuration LP. On request it writes the LP to a file. */
export const boundOfRewardRate: BoundOfFamily<OpenedModel> = {
  progressUnit: '',
  prove,
  unknownOf: ({ instance }, file) => standbyAirFault(file, instance),
  tightens: 'lower',
  least: 'a bound',
  mayBeEmpty: false,
};

/** Why no bound is computed: the air flow depends on which nodes are on standby. */
const AIR_OF_STANDBY =
  'the air depends on which nodes are on standby, and no bound over all such sets is known: solve states one for the set of its plan';

/** Fields of an answer without a bound. The caller adds the reason or the violated limits. */
const NOTHING = {
  bound: null,
  objectiveUnit: OBJECTIVE_UNIT,
  boundScope: '',
  warnings: [],
  work: {},
  details: {},
  lines: [],
} satisfies Proven;

async function prove(opened: OpenedModel, control: Driver, words: Words): Promise<Proven> {
  const { instance } = opened;
  if (hasAirOfStandby(instance)) return { ...NOTHING, reason: AIR_OF_STANDBY, boundScope: SCOPE_OF_EACH };
  const model = withStandby(opened.model);
  const { engine: engineName = 'highs', writeModel } = words as BoundWords;
  const conflict = idleConflict(model);
  if (conflict !== null) {
    const record = { ...conflict, ...knownFixes(opened, await loadLpEngine(engineName)) };
    const fixes = record.fixes?.map(({ message }) => message) ?? [];
    const lines = [conflict.message, ...otherLimits(conflict), ...fixes];
    return { ...NOTHING, infeasibility: { record, lines } };
  }
  const programs: LinearProgram[] = [];
  const engine = await loadLpEngine(engineName);
  const keep = (program: LinearProgram): unknown => programs.push(program);
  const input = { model: withIdleRoom(model), engine, control, start: null };
  const free = await configurationBound(input, null, keep);
  if (free === null) return { ...NOTHING, reason: `the LP engine ${engineName} did not finish` };
  const certificate = await steppedBound(input, free);
  const program = programs.at(-1);
  const write = writeModel?.endsWith('.lp') === true ? writeLp : writeMps;
  const files =
    writeModel === undefined || program === undefined
      ? {}
      : { model: { name: 'LP', file: writeModel, text: write(program, instance.name, scaleNotes(model)) } };
  const caveat = boundCaveat(model);
  const { boundRewardPerS, scope, marginal, relaxationGap, work } = certificate;
  const allOn = await allOnBound(opened.model, engine, control);
  return {
    bound: boundRewardPerS,
    objectiveUnit: OBJECTIVE_UNIT,
    boundScope: scope,
    warnings: caveat === null ? [] : [caveat],
    work,
    details: { relaxationGap, marginal, ...(allOn === null ? {} : { allOn }) },
    lines: [
      ...lines(instance.name, certificate),
      ...(allOn === null ? [] : [`What standby is worth: ${plainText(allOnText(allOn))}.`]),
    ],
    files,
  };
}

function lines(name: string, { boundRewardPerS, scope, marginal }: Certificate): string[] {
  return [
    `No plan for ${name} earns more than ${plain(rewardPerS(boundRewardPerS))}.`,
    `Holds for ${scope}.`,
    `One more kW of cap is worth ${plain(rewardPerS(W_PER_KW * marginal.perCapW))}, one more degree of red line ${plain(rewardPerS(marginal.perRedLineC))}.`,
  ];
}
