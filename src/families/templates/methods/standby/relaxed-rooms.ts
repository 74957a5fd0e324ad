import type { OperatingPoint } from '../cut-bounds.js';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import type { CoolingFactor } from '../cooling-factor.js';
import { leastAwake } from './awake.js';
import { type RelaxedProgram, relaxedProgram, type SetPointRange } from './programs.js';
import { SettledRoom, type Wanted } from './settled-room.js';

/** Maximum number of cached relaxations, each for one range of set-points and one vent combination. */
const MAX_ROOMS = 1024;

/** Best setting of a relaxation in which numbers of running nodes may be fractional, over a range of set-points. */
export interface Wish {
  readonly vents: number;
  readonly setPointC: number;
  /** Utilisation of each block of nodes. */
  readonly utilisation: Float64Array;
  /** Number of running nodes of each block; it may be fractional. */
  readonly awake: Float64Array;
}

/** Upper bound on work per energy for one vent combination over a range of set-points. */
export interface VentBound {
  readonly vents: number;
  readonly bound: number;
}

/**
 * Range of set-points, with the vent combinations to examine in it. Their bounds were computed for a range that
 * contains this one.
 */
export interface BoundedRange extends SetPointRange {
  readonly known: readonly VentBound[];
}

export interface RangeBound {
  readonly boundTasksPerJ: number;
  /** Bounds of the vent combinations that have a setting in the range. */
  readonly known: readonly VentBound[];
  readonly found: Wish | null;
  /** True if halving the range of set-points would not lower the bound. */
  readonly isSettled: boolean;
}

/**
 * Upper bound on work per energy for one vent combination, tasks/J. `program` is the relaxation that gives the bound,
 * and `point` its best setting. Both are null if no setting was computed.
 */
type JudgedVents =
  | { readonly bound: number; readonly program: RelaxedProgram; readonly point: OperatingPoint }
  | { readonly bound: number; readonly program: null; readonly point: null };

interface RelaxedRoom {
  readonly program: RelaxedProgram;
  readonly room: SettledRoom;
}

/**
 * Computes bounds from relaxations. Relaxations are cached by range of set-points and vents. All have the same running
 * cores.
 */
export class RelaxedRooms {
  private readonly rooms = new Map<string, RelaxedRoom | null>();

  constructor(
    private readonly model: TemplatesModel,
    private readonly factor: CoolingFactor,
    private readonly lower: Float64Array,
  ) {}

  /** Returns all vent combinations, each with bound Infinity. */
  all(): VentBound[] {
    return this.model.outletRiseKPerW.map((_, vents) => ({ vents, bound: Infinity }));
  }

  /**
   * Returns an upper bound on work per energy, tasks/J, of every setting with a set-point in the range, over all vent
   * combinations. A vent combination is skipped if its earlier bound is at most `enough`, or at most the largest bound
   * found so far.
   */
  bound(range: BoundedRange, wanted: Wanted, enough: number): RangeBound {
    const open = [...range.known].sort((one, other) => other.bound - one.bound || one.vents - other.vents);
    const known: VentBound[] = [];
    let bound = -1;
    let found: { readonly vents: number; readonly program: RelaxedProgram; readonly point: OperatingPoint } | null =
      null;
    let isSettled = true;
    for (const before of open) {
      const { vents } = before;
      const least = Math.max(enough, bound);
      const judged: JudgedVents | null =
        before.bound <= least
          ? { bound: before.bound, program: null, point: null }
          : this.boundIn(range, before, wanted, least);
      if (judged === null) continue;
      known.push({ vents, bound: judged.bound });
      bound = Math.max(bound, judged.bound);
      if (judged.point !== null) {
        isSettled &&= this.isSettled(vents, range);
        const { program, point } = judged;
        if (found === null || point.tasksPerJ > found.point.tasksPerJ) found = { vents, program, point };
      } else if (judged.bound > enough) isSettled = false;
    }
    const wish = found === null ? null : this.wish(found.vents, found.program, found.point, range);
    return { boundTasksPerJ: bound, known, found: wish, isSettled };
  }

  /**
   * Returns the upper bound for one vent combination, with the best setting of its relaxation if the bound exceeds
   * `least`. Returns null if no setting has a set-point in the range.
   */
  private boundIn(
    range: SetPointRange,
    { vents, bound: before }: VentBound,
    wanted: Wanted,
    least: number,
  ): JudgedVents | null {
    const one = this.roomOf(vents, range);
    if (one === null) return null;
    const { program, room } = one;
    const quick = room.quickBound(wanted);
    if (quick < 0) return null;
    if (quick <= least) return { bound: Math.min(before, quick), program: null, point: null };
    const { point, boundTasksPerJ } = room.best(wanted, least);
    const bound = Math.min(before, quick, boundTasksPerJ);
    return point === null ? { bound, program: null, point: null } : { bound, program, point };
  }

  private wish(vents: number, { block }: RelaxedProgram, point: OperatingPoint, { fromC }: SetPointRange): Wish {
    const { blocks } = this.model;
    const utilisation = new Float64Array(blocks.length);
    for (const [c, b] of block.entries()) utilisation[b]! += point.utilisation[c]!;
    const least = leastAwake(this.model, vents, fromC, this.lower)!;
    // At the set-point found nodes may be used less than at the coolest of the range.
    const there = leastAwake(this.model, vents, point.setPointC, this.lower) ?? least;
    const awake = Float64Array.from(blocks, ({ nodeCount }, b) => {
      const reach = there.reach[b]!;
      return Math.max(there.awake[b]!, reach > 0 ? Math.min(nodeCount, (nodeCount * utilisation[b]!) / reach) : 0);
    });
    return { vents, setPointC: point.setPointC, utilisation, awake };
  }

  private isSettled(vents: number, { fromC, toC }: SetPointRange): boolean {
    const from = leastAwake(this.model, vents, fromC, this.lower);
    const to = leastAwake(this.model, vents, toC, this.lower);
    if (from === null || to === null) return from === to;
    return from.reach.every((value, b) => value === to.reach[b] && from.awake[b] === to.awake[b]);
  }

  private roomOf(vents: number, range: SetPointRange): RelaxedRoom | null {
    const key = `${range.fromC} ${range.toC} ${vents}`;
    const known = this.rooms.get(key);
    if (known !== undefined) return known;
    if (this.rooms.size >= MAX_ROOMS) this.rooms.clear();
    const program = relaxedProgram(this.model, vents, range, this.lower);
    const made = program === null ? null : { program, room: new SettledRoom(program, this.factor) };
    this.rooms.set(key, made);
    return made;
  }
}
