import { join } from 'node:path';
import { checkRobustPlan } from '../../families/robust/check/check-robust-plan.js';
import { parseRobustPlan } from '../../families/robust/check/parse-robust-plan.js';
import type { Problem } from '../../instances/problem.js';
import { oneLine } from '../../reports/format.js';
import { type RobustSimulationAnswer, robustSimulationText } from '../../families/robust/report/simulation-summary.js';
import { writeFileSet } from '../../runs/file-set.js';
import { errorObstacle } from '../../runs/files.js';
import { type OpenedRobust, openRobust } from '../../families/robust/runs/open.js';
import { LEVEL } from '../../experiments/statistics.js';
import type { RobustPlan } from '../../../models/problems/robust/plan.js';
import type { TimeLaw } from '../../families/robust/studies/simulation/laws.js';
import { simulateRobustPlan } from '../../families/robust/studies/simulation/simulate.js';
import { distinctNames } from '../distinct-names.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { OptionError } from '../options.js';
import { printJson, printLines, refuse } from '../output.js';
import { unwritable, outputProblem } from '../../workbench/places.js';
import { readPlan as planFor } from '../../workbench/read-plan.js';
import { lawsNamed } from '../robust-laws.js';

export interface SimulateRobustOptions {
  readonly samples: number;
  readonly seed: number;
  /** As given; undefined for the Gaussian alone. */
  readonly law?: string;
  readonly out?: string;
  readonly force?: boolean;
  readonly json: boolean;
}

const SIMULATION = 'simulation.json';
const PAGE = 'simulation.html';

/** `plenum simulate` of robust plans. Exit code 3 when one of them breaks its limit, 4 when interrupted before there was a sample. */
export async function simulateRobustCommand(
  file: string,
  planFiles: readonly string[],
  options: SimulateRobustOptions,
): Promise<number> {
  const { out, json } = options;
  if (out?.trim() === '') throw new OptionError('--out', out, 'the name of a directory', 'Name one.');
  const target = out === undefined ? null : join(out, SIMULATION);
  const places = out === undefined ? [] : [SIMULATION, PAGE].map((name) => join(out, name));
  const inTheWay = outputProblem('--out', places, { inputs: [file, ...planFiles], force: options.force });
  if (inTheWay !== null) return refuse([inTheWay], json);
  const laws = lawsNamed(options.law);
  const opened = openRobust(file);
  if (!opened.ok) return refuse([...opened.problems, ...('problems' in laws ? laws.problems : [])], json);
  const read = planFiles.map((planFile) => readPlan(planFile, opened));
  const problems = [
    ...('problems' in laws ? laws.problems : []),
    ...read.flatMap((one) => ('problems' in one ? one.problems : [])),
  ];
  if ('problems' in laws || problems.length > 0) return refuse(problems, json);

  const interrupt = interruptSwitch();
  try {
    const answer = await simulated(opened, read as Read[], laws.laws, distinctNames(planFiles), options, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return interrupt.asked();
    });
    const warned: RobustSimulationAnswer = { ...answer, warnings: [...opened.warnings, ...laws.warnings] };
    if (json) printJson(warned);
    else printLines(robustSimulationText(warned));
    for (const warning of [...warned.warnings, ...warned.plans.flatMap(({ warnings }) => warnings)]) {
      process.stderr.write(`Note: ${oneLine(warning)}\n`);
    }
    if (out !== undefined && target !== null) {
      try {
        // A page of another family's simulation does not speak of this one.
        const text = `${JSON.stringify(warned, null, 1)}\n`;
        writeFileSet(
          out,
          new Map([
            [PAGE, null],
            [SIMULATION, text],
          ]),
        );
      } catch (error) {
        return refuse([unwritable('--out', errorObstacle(out, error))], false);
      }
      if (!json) printLines(`written       ${target}`);
    }
    return exitCode(warned, planFiles.length);
  } finally {
    interrupt.release();
  }
}

interface Read {
  readonly plan: RobustPlan;
  readonly feasible: boolean;
  readonly warnings: readonly string[];
}

function readPlan(file: string, opened: OpenedRobust): Read | { readonly problems: readonly Problem[] } {
  const parsed = planFor({ planFile: file }, opened.instance.name, (text, isFitting) =>
    parseRobustPlan(text, file, isFitting ? opened : undefined),
  );
  if ('problems' in parsed) return parsed;
  const { plan } = parsed;
  const { violations } = checkRobustPlan(opened.instance, opened.times, plan);
  const fault = violations.find(({ unit }) => unit === 'count');
  if (fault !== undefined) {
    const remedy = 'plenum check lists everything that is wrong with it.';
    const value = `${fault.constraint}: ${fault.where}`;
    return { problems: [{ file, path: '', value, allowed: 'a plan that can be carried out', remedy }] };
  }
  const warnings = parsed.warnings.map((warning) => `${file}: ${warning}`);
  return { plan, feasible: violations.length === 0, warnings };
}

async function simulated(
  { instance, times }: OpenedRobust,
  read: readonly Read[],
  laws: readonly TimeLaw[],
  names: readonly string[],
  { samples, seed }: SimulateRobustOptions,
  pause: () => Promise<boolean>,
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
  return {
    instance: instance.name,
    family: 'robust',
    seed,
    samples,
    confidence: LEVEL,
    termination,
    plans,
    warnings: [],
  };
}

function exitCode({ plans }: RobustSimulationAnswer, asked: number): number {
  if (plans.length < asked || plans.some(({ laws }) => laws.length === 0)) return EXIT.limitWithoutPlan;
  return plans.every(({ feasible }) => feasible) ? EXIT.solved : EXIT.noFeasiblePlan;
}
