import type { RobustPlan } from '../../../models/families/robust/plan.js';
import { LEVEL } from '../../experiments/statistics.js';
import { readPlanText } from '../../instances/plan-text.js';
import type { Fault, Refused } from '../../instances/fault.js';
import type { PreparedStudy, SimulateOfFamily, SimulationRequest, StudyFound } from '../studies.js';
import { checkRobustPlan } from './check/check-robust-plan.js';
import { parseRobustPlan } from './check/parse-robust-plan.js';
import { type RobustSimulationAnswer, robustSimulationText } from './report/simulation-summary.js';
import { type OpenedRobust, openRobust } from './runs/open.js';
import type { TimeLaw } from './studies/simulation/laws.js';
import { lawsNamed } from './studies/simulation/named-laws.js';
import { simulateRobustPlan } from './studies/simulation/simulate.js';

export const simulateOfRobust: SimulateOfFamily = {
  // A page of another family's simulation does not speak of this one: it is removed.
  files: { simulation: 'simulation.json', page: 'simulation.html' },
  prepare,
};

/** Unit of the measures that a simulation reports. */
const UNIT = 'probability';

interface SimulateWords {
  readonly samples: number;
  /** Value of the option that lists laws of task times. If undefined, only the Gaussian law is used. */
  readonly law?: string;
}

function prepare(request: SimulationRequest): PreparedStudy | Refused {
  const { file, planFiles } = request;
  const { law, samples } = request.words as unknown as SimulateWords;
  const named = lawsNamed(law);
  const opened = openRobust(file);
  const lawFaults = 'faults' in named ? named.faults : [];
  if (!opened.ok) return { ok: false, faults: [...opened.faults, ...lawFaults] };
  const read = planFiles.map((planFile) => readPlan(planFile, opened));
  const faults = [...lawFaults, ...read.flatMap((one) => ('faults' in one ? one.faults : []))];
  if ('faults' in named || faults.length > 0) return { ok: false, faults };
  const plans = read as readonly Read[];
  const { instance } = opened;
  return {
    ok: true,
    instance: instance.name,
    run: async () => {
      const found = await simulated(opened, plans, named.laws, { ...request, samples });
      return foundBy({ ...found, warnings: [...opened.warnings, ...named.warnings] }, plans);
    },
  };
}

interface Read {
  readonly plan: RobustPlan;
  readonly feasible: boolean;
  readonly warnings: readonly string[];
}

function readPlan(file: string, opened: OpenedRobust): Read | { readonly faults: readonly Fault[] } {
  const text = readPlanText(file);
  if (!text.ok) return text;
  const alone = parseRobustPlan(text.text, file, undefined);
  if ('faults' in alone) return alone;
  const { name } = alone.plan.instance;
  if (name !== opened.instance.name) return { faults: [otherInstance(file, name, opened.instance.name)] };
  const parsed = parseRobustPlan(text.text, file, opened);
  if ('faults' in parsed) return parsed;
  const { plan } = parsed;
  const { violations } = checkRobustPlan(opened.instance, opened.times, plan);
  const fault = violations.find(({ unit }) => unit === 'count');
  if (fault !== undefined) {
    const remedy = 'plenum check lists everything that is wrong with it.';
    const value = `${fault.constraint}: ${fault.where}`;
    return { faults: [{ file, path: '', value, allowed: 'a plan that can be carried out', remedy }] };
  }
  const warnings = parsed.warnings.map((warning) => `${file}: ${warning}`);
  return { plan, feasible: violations.length === 0, warnings };
}

function otherInstance(file: string, value: string, name: string): Fault {
  const allowed = `a plan for ${JSON.stringify(name)}`;
  const remedy =
    'The plan was made for another instance: name that one, or change the name in the plan to try it here.';
  return { file, path: 'instance.name', value, allowed, remedy };
}

async function simulated(
  { instance, times }: OpenedRobust,
  read: readonly Read[],
  laws: readonly TimeLaw[],
  { names, samples, seed, pause }: SimulationRequest & { readonly samples: number },
): Promise<RobustSimulationAnswer> {
  const plans: RobustSimulationAnswer['plans'][number][] = [];
  let termination: RobustSimulationAnswer['termination'] = 'finished';
  for (const [n, { plan, feasible, warnings }] of read.entries()) {
    const record = await simulateRobustPlan({ instance, times, plan, laws, samples, seed, pause });
    const { method, goal, analytic } = record;
    plans.push({ name: names[n]!, method, problem: goal, feasible, analytic, laws: record.laws, warnings });
    ({ termination } = record);
    if (termination === 'interrupted') break;
  }
  const { name } = instance;
  return { instance: name, family: 'robust', seed, samples, confidence: LEVEL, termination, plans, warnings: [] };
}

function foundBy(answer: RobustSimulationAnswer, read: readonly Read[]): StudyFound {
  const { seed, samples, confidence, termination, plans } = answer;
  const feasible = read.every((one) => one.feasible);
  const isDrawn = plans.length === read.length && plans.every(({ laws }) => laws.length > 0);
  const warnings = [...answer.warnings, ...plans.flatMap((plan) => plan.warnings)];
  return {
    ended: !isDrawn ? 'stopped' : feasible ? 'solved' : 'noFeasiblePlan',
    record: {
      method: null,
      seed,
      termination,
      feasible,
      objective: null,
      objectiveUnit: UNIT,
      bound: null,
      boundScope: null,
      gap: null,
      gapReason: 'a simulation of given plans has no bound',
      warnings,
      timeS: {},
      details: { samples, confidence, plans },
    },
    text: robustSimulationText(answer),
    texts: () => ({}),
  };
}
