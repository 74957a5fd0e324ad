import { withStandby } from '../../../../models/problems/reward-rate/standby.js';
import { rewardRateProblem } from '../../../../models/problems/reward-rate/problem.js';
import type { Fix, LimitChange } from '../../../runs/result.js';
import { type IdleConflict, idleConflict } from '../methods/infeasibility.js';
import type { OpenedProblem } from './open.js';

/** Step of red lines, K (ours). */
const RED_LINE_STEP_K = 0.01;
/** Greatest red line that is tried, C: the greatest that an instance may have. */
const MAX_RED_LINE_C = 100;
/** Decimal digits of a cap that fixes keep: steps of a cap of 437 kW are 100 W (ours). */
const CAP_DIGITS = 4;
/** Greatest cap that is tried, W: the greatest that an instance may have. */
const MAX_CAP_W = 1e11;
/** Greatest number of steps: two of it are added exactly. */
const MAX_STEPS = 2 ** 51;
/** Digits that decimal numbers keep when steps are added to them. */
const DECIMAL_DIGITS = 12;

/** Rise of both limits, in steps. */
interface Rise {
  readonly cap: number;
  readonly redLine: number;
}

/**
 * Least rises of power cap and red line after which a plan exists: each alone where it suffices, else both. Every one is compiled and
 * tested as an instance of its own, and so is the one a step less. Empty where another limit is broken too, and with several CRACs
 * at work, where a missing plan is not always proven.
 */
export function fixesOf({ instance, matrix, problem }: Pick<OpenedProblem, 'instance' | 'matrix' | 'problem'>): Fix[] {
  if (problem.cracs.length !== 1) return [];
  const { powerCapW, redLineC } = instance.limits;
  const capStepW = 10 ** (Math.floor(Math.log10(powerCapW)) + 1 - CAP_DIGITS);
  const raised = (rise: Rise): { readonly powerCapW: number; readonly redLineC: number } => ({
    powerCapW: decimal(powerCapW + rise.cap * capStepW),
    redLineC: decimal(redLineC + rise.redLine * RED_LINE_STEP_K),
  });
  const conflictOf = (rise: Rise): IdleConflict | null => {
    const limits = { ...instance.limits, ...raised(rise) };
    return idleConflict(withStandby(rewardRateProblem({ ...instance, limits }, matrix, problem)));
  };
  const most = {
    cap: Math.min(MAX_STEPS, Math.floor((MAX_CAP_W - powerCapW) / capStepW)),
    redLine: Math.floor((MAX_RED_LINE_C - redLineC) / RED_LINE_STEP_K),
  };
  return risesOf(conflictOf, most).map((rise) => {
    const to = raised(rise);
    const changes: LimitChange[] = [
      ...(rise.redLine === 0 ? [] : [{ constraint: 'redLine', where: '', unit: 'C', from: redLineC, to: to.redLineC }]),
      ...(rise.cap === 0 ? [] : [{ constraint: 'powerCap', where: '', unit: 'W', from: powerCapW, to: to.powerCapW }]),
    ];
    return { changes, message: sentence(changes, capStepW) };
  });
}

/** The fixes as they stand in a record: absent where there are none. */
export function knownFixes(opened: Parameters<typeof fixesOf>[0]): { readonly fixes?: readonly Fix[] } {
  const fixes = fixesOf(opened);
  return fixes.length === 0 ? {} : { fixes };
}

function risesOf(conflictOf: (rise: Rise) => IdleConflict | null, most: Rise): Rise[] {
  const suffices = (rise: Rise): boolean => conflictOf(rise) === null;
  /** A rise is the least only if one a step less in any limit is proven not to do. */
  const isLeast = (rise: Rise): boolean =>
    [
      { ...rise, cap: rise.cap - 1 },
      { ...rise, redLine: rise.redLine - 1 },
    ]
      .filter(({ cap, redLine }) => cap >= 0 && redLine >= 0)
      .every((less) => isProven(conflictOf(less)));
  const cap = leastSteps((steps) => suffices({ cap: steps, redLine: 0 }), most.cap);
  const redLine = leastSteps((steps) => suffices({ cap: 0, redLine: steps }), most.redLine);
  const single = [...(cap === null ? [] : [{ cap, redLine: 0 }]), ...(redLine === null ? [] : [{ cap: 0, redLine }])];
  const both = cap === null ? bothRisen(conflictOf, redLine, most) : null;
  return [...single, ...(both === null ? [] : [both])].filter(isLeast);
}

/** The least rise of the red line that any fix needs, and the least of the cap beside it; null where that is no fix of its own. */
function bothRisen(conflictOf: (rise: Rise) => IdleConflict | null, alone: number | null, most: Rise): Rise | null {
  const isCool = (steps: number): boolean => !breaks(conflictOf({ cap: 0, redLine: steps }), 'redLine');
  const redLine = leastSteps(isCool, most.redLine);
  if (redLine === null || redLine === alone) return null;
  const cap = leastSteps((steps) => conflictOf({ cap: steps, redLine }) === null, most.cap);
  return cap === null ? null : { cap, redLine };
}

function breaks(conflict: IdleConflict | null, constraint: string): boolean {
  return conflict !== null && [conflict, ...conflict.others].some((limit) => limit.constraint === constraint);
}

function isProven(conflict: IdleConflict | null): boolean {
  return conflict !== null && [conflict, ...conflict.others].some(({ proven }) => proven);
}

/** Least number of steps, 1 to `most`, from which on `suffices` holds; null where not even `most` do. */
function leastSteps(suffices: (steps: number) => boolean, most: number): number | null {
  if (most < 1 || !suffices(most)) return null;
  let [tooFew, enough] = [0, most];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (suffices(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
}

function sentence(changes: readonly LimitChange[], capStepW: number): string {
  const parts = changes.map(({ unit, from, to }) =>
    unit === 'W'
      ? `power cap ${shown((to - from) / 1000)} kW higher, at ${shown(to / 1000)} kW`
      : `red line ${shown(to - from)} K higher, at ${shown(to)} C`,
  );
  const steps = changes.map(({ unit }) => (unit === 'W' ? `${shown(capStepW)} W` : `${RED_LINE_STEP_K} K`));
  return `A plan exists with the ${parts.join(' and the ')}; none does with ${steps.join(' or ')} less.`;
}

function decimal(value: number): number {
  return Number(value.toPrecision(DECIMAL_DIGITS));
}

function shown(value: number): string {
  return String(Number(value.toPrecision(6)));
}
