import { CheckerLimitError } from '../check/limit-error.js';
import {
  type Family,
  type FamilyParts,
  isRefused,
  type Judged,
  type NamesInstance,
  type Opened,
  type Words,
} from '../families/family.js';
import { readPlanText } from '../instances/plan-text.js';
import type { Fault, Refused } from '../instances/fault.js';
import { phases, withTotal } from '../runs/stop-watch.js';
import { type Envelope, envelope } from './envelope.js';
import { familyOfFile, familyOfPlan, untaken } from './find-family.js';
import { judgedWords } from './judged-words.js';
import { type PlanSource, readPlan } from './read-plan.js';

export interface CheckRequest extends PlanSource {
  readonly file: string;
  readonly words: Words;
  /** Monotonic clock, s. */
  readonly nowS: () => number;
}

export interface Checked {
  readonly ok: true;
  /** Record for `plenum check --json`; its `feasible` is the verdict. */
  readonly record: Envelope;
  /** Text lines for a terminal, the verdict first. */
  readonly lines: readonly string[];
}

export type CheckAnswer = Checked | Refused;

/** Checks a plan, from Plenum or any other program. */
export async function check(request: CheckRequest, families?: readonly Family[]): Promise<CheckAnswer> {
  const { file } = request;
  const found = familyOfFile(file, families);
  if (!found.ok) return refused([...found.faults, ...(await faultsOfPlan(request, families))]);
  const { family } = found;
  const parts = await family.load();
  return parts.use((own) => checkBy(own, family, request)) ?? refused([untaken(file, family, 'check', families)]);
}

/**
 * Returns the faults of a plan file whose instance cannot be determined. The file may be unreadable, or invalid in the
 * format of its family.
 */
export async function faultsOfPlan(
  { planFile, planText }: PlanSource,
  families?: readonly Family[],
): Promise<readonly Fault[]> {
  const read = readPlanText(planFile, planText);
  if (!read.ok) return read.faults;
  const parts = await familyOfPlan(read.text, families)?.load();
  const parsed = parts?.use(({ check: own }) => own?.parse(read.text, planFile, undefined));
  return parsed !== undefined && 'faults' in parsed ? parsed.faults : [];
}

function checkBy<Instance extends Opened, Ready extends Opened, Plan extends NamesInstance>(
  parts: FamilyParts<Instance, Ready, Plan>,
  family: Family,
  { file, words: given, nowS, ...source }: CheckRequest,
): Promise<CheckAnswer> | null {
  const { check: own } = parts;
  const { planFile } = source;
  if (own === undefined) return null;
  return (async () => {
    const words = judgedWords(family, 'check', given);
    if (isRefused(words)) return words;
    const timeS: Record<string, number> = {};
    const phase = phases(nowS, timeS);
    const opened = await own.open(file, { words, phase, shouldStop: () => false });
    const parsed = readPlan(source, opened.ok ? opened.instance.name : null, (text, isFitting) =>
      own.parse(text, planFile, opened.ok && isFitting ? opened : undefined),
    );
    phase('load');
    const faults = [...(opened.ok ? [] : opened.faults), ...('faults' in parsed ? parsed.faults : [])];
    if (!opened.ok || 'faults' in parsed) return refused(faults);
    const { plan } = parsed;
    const judged = await judgeExactly(() => own.judge(opened, plan, planFile, words), planFile);
    phase('check');
    if (!judged.ok) return judged;
    const { objective, objectiveUnit, violations, details, lines } = judged;
    const record = envelope({
      instance: opened.instance.name,
      family: family.name,
      method: plan.method,
      planFrom: plan.planFrom ?? null,
      feasible: violations.length === 0,
      objective,
      objectiveUnit,
      violations,
      warnings: [...opened.warnings, ...parsed.warnings, ...judged.warnings],
      timeS: withTotal(timeS),
      details,
    });
    return { ok: true, record, lines };
  })();
}

/** Returns the checker's verdict on a plan, or a refusal if its numbers cannot be evaluated exactly. */
async function judgeExactly(
  judge: () => Judged | Refused | Promise<Judged | Refused>,
  planFile: string,
): Promise<Judged | Refused> {
  try {
    return await judge();
  } catch (error) {
    if (!(error instanceof CheckerLimitError)) throw error;
    const [value = '', ...remedy] = error.message.split('\n');
    const allowed = 'a plan that can be rated exactly';
    return refused([{ file: planFile, path: '', value, allowed, remedy: remedy.join(' ') }]);
  }
}

function refused(faults: readonly Fault[]): Refused {
  return { ok: false, faults };
}
