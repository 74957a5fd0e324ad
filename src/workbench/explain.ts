import {
  type ExplainOfFamily,
  type Family,
  type FamilyParts,
  isRefused,
  type NamesInstance,
  type Opened,
  type ParsedPlan,
  type Words,
} from '../families/family.js';
import type { Refused } from '../instances/fault.js';
import { type Limits, runDriver, timeIsUp } from '../runs/control.js';
import type { TrajectoryPoint } from '../runs/result.js';
import { phases, withTotal } from '../runs/stop-watch.js';
import { type Envelope, envelope } from './envelope.js';
import { familyOfFile, untaken } from './find-family.js';
import { judgedWords } from './judged-words.js';
import { type PlanSource, readPlan } from './read-plan.js';

export interface ExplainRequest {
  readonly file: string;
  /** Plan to explain in addition to the instance; null to explain the instance alone. */
  readonly plan: PlanSource | null;
  readonly words: Words;
  readonly timeLimitS: number | null;
  /** Monotonic clock, s. */
  readonly nowS: () => number;
  readonly interrupted: () => boolean;
  /** Called with progress, and the unit of its values ('' for that of the objective). */
  readonly onProgress: (point: TrajectoryPoint, unit: string) => void;
}

/** An explanation: the limits that make an instance infeasible, and changes that would make it feasible. */
export interface ExplainAnswer {
  readonly ok: true;
  /** Record for `plenum explain --json`. */
  readonly record: Envelope;
  readonly lines: readonly string[];
}

/** Explains why an instance has no feasible plan, and finds the smallest changes of limits with which it has one. */
export async function explain(request: ExplainRequest, families?: readonly Family[]): Promise<ExplainAnswer | Refused> {
  const { file } = request;
  const found = familyOfFile(file, families);
  if (!found.ok) return found;
  const { family } = found;
  const parts = await family.load();
  return (
    parts.use((own) => explainBy(own, family, request)) ?? {
      ok: false,
      faults: [untaken(file, family, 'explain', families)],
    }
  );
}

function explainBy<Instance extends Opened, Ready extends Opened, Plan extends NamesInstance>(
  { open, explain: own }: FamilyParts<Instance, Ready, Plan>,
  family: Family,
  request: ExplainRequest,
): Promise<ExplainAnswer | Refused> | null {
  if (own === undefined) return null;
  const { file, nowS, interrupted, timeLimitS } = request;
  return (async () => {
    const words = judgedWords(family, 'explain', request.words);
    if (isRefused(words)) return words;
    const startS = nowS();
    const timeS: Record<string, number> = {};
    const phase = phases(nowS, timeS);
    const limits = { timeLimitS, workLimit: null };
    const onProgress = (point: TrajectoryPoint): void => {
      request.onProgress(point, '');
    };
    const control = runDriver({ limits, nowS, interrupted, onProgress });
    const opened = open(file, { words, phase, shouldStop: timeIsUp({ limits, nowS }) });
    if (!opened.ok) return opened;
    const left = (): Limits => ({
      timeLimitS: timeLimitS === null ? null : Math.max(0, timeLimitS - (nowS() - startS)),
      workLimit: null,
    });
    const parsed = planOf(own, opened, request);
    if ('faults' in parsed) return { ok: false, faults: parsed.faults };
    const explained = await own.explain(opened, parsed.plan, { words, control, limits: left, nowS, interrupted });
    phase('explain');
    if (!explained.ok) return explained;
    const { feasible, infeasibility = null, objectiveUnit, warnings, work, details, lines } = explained;
    const record = envelope({
      instance: opened.instance.name,
      family: family.name,
      termination: control.stopReason ?? (infeasibility === null ? 'finished' : 'infeasible'),
      feasible,
      objectiveUnit,
      gapReason: 'explanation alone: the answer has no plan',
      infeasibility,
      warnings: [...opened.warnings, ...parsed.warnings, ...warnings],
      timeS: withTotal(timeS),
      work,
      details,
    });
    return { ok: true, record, lines };
  })();
}

/** Reads and validates the plan of a request; null if it has none. */
function planOf<Instance extends Opened, Plan extends NamesInstance>(
  { parse }: ExplainOfFamily<Instance, Plan>,
  opened: Instance,
  { file, plan }: ExplainRequest,
): ParsedPlan<Plan> | { readonly plan: null; readonly warnings: readonly [] } {
  if (plan === null) return { plan: null, warnings: [] };
  const { name } = opened.instance;
  if (parse !== undefined) {
    return readPlan(plan, name, (text, isFitting) => parse(text, plan.planFile, isFitting ? opened : undefined));
  }
  const fault = { file, path: 'plan', value: plan.planFile, allowed: 'an instance alone', remedy: 'Name no plan.' };
  return { faults: [fault] };
}
