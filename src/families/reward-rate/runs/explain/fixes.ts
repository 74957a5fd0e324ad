import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { Fix, LimitChange } from '../../../../runs/result.js';
import type { IdleConflict } from '../../methods/infeasibility.js';
import { type Knob, knobsOf } from './knobs.js';
import type { LimitName } from '../../../../../models/facility/limits.js';
import type { Movable } from './movable.js';
import { leastTurns, type Turn } from './search-fixes.js';
import { isKeptByIdling, type Room, verdictOn } from './trial.js';
import { changesText, stepText } from './words.js';

/**
 * Changes after which a plan exists: limits are loosened or nodes are switched off. The checker accepted the idle
 * facility with these changes.
 */
export interface TestedFix extends Fix {
  /** True if it is proven that the changes are minimal: with one step less of any single change, no plan exists. */
  readonly proven: boolean;
  /** Number of nodes switched off, by rack and node type; absent if only limits change. */
  readonly nodesOff?: readonly RackNodes[];
  /** Proven lower bound on the price of any combination of changes; absent if it was not requested. */
  readonly priceBound?: number;
}

export interface RackNodes {
  readonly rack: string;
  readonly nodeType: string;
  readonly nodes: number;
}

/** Kinds of limits that a fix loosens only if they are violated. Loosening them does not help to keep other limits. */
const ONLY_BROKEN: readonly LimitName[] = ['rackPower', 'pduPower'];
/**
 * Maximum number of limits up to which fixes are searched. With more limits no fixes are searched, because each limit
 * takes a few tests.
 */
const MAX_PLACES = 200;

/**
 * Yields fixes (changes of limits after which a plan exists) for a facility that violates a limit even when idle. With
 * each fix, the checker accepted the idle facility. Fixes that keep all nodes on come first.
 */
export function* fixesBy(room: Room, conflict: IdleConflict, movables: readonly Movable[]): Generator<TestedFix, void> {
  const broken = [conflict, ...conflict.others];
  const amountOf = ({ kind, where }: Movable): number | undefined =>
    broken.find((one) => one.constraint === kind && (kind === 'redLine' || one.where === where))?.amount;
  const inTheWay = movables.filter((one) => !ONLY_BROKEN.includes(one.kind) || amountOf(one) !== undefined);
  if (inTheWay.length > MAX_PLACES) return;
  const knobs = knobsOf(inTheWay, amountOf);
  const staysOn = knobs.filter(({ kind }) => kind !== 'standby' && kind !== 'minimumOn');
  const seen = new Set<string>();
  for (const some of staysOn.length < knobs.length ? [staysOn, knobs] : [knobs]) {
    for (const turn of leastTurns(some, (steps) => verdictOn(room, turned(room.instance, some, steps)))) {
      const fix = fixOf(some, turn);
      const key = JSON.stringify(fix.changes);
      if (seen.has(key)) continue;
      seen.add(key);
      const steps = some.map((_, k) => turn.steps.get(k) ?? 0);
      if (isKeptByIdling(room, turned(room.instance, some, steps))) yield fix;
    }
  }
}

function turned(instance: RewardRateInstance, knobs: readonly Knob[], steps: readonly number[]): RewardRateInstance {
  return knobs.reduce((sum, knob, k) => knob.turned(sum, steps[k]!), instance);
}

function fixOf(knobs: readonly Knob[], { steps, proven }: Turn): TestedFix {
  const parts = [...steps].map(([k, own]) => ({ knob: knobs[k]!, changes: knobs[k]!.changes(own) }));
  const changes: LimitChange[] = parts.flatMap((part) => part.changes);
  const less = [...new Set(parts.map((part) => stepText(part.knob.step, part.changes[0]!.unit)))];
  const rest = proven ? `none does with ${less.join(' or ')} less` : 'whether less would do is open';
  return { changes, proven, message: `A plan exists with ${changesText(changes)}; ${rest}.` };
}
