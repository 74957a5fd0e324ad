import type { TransientRoom } from '../../../../../models/physics/thermal/transient.js';
import type { MappingName, TemplateBook, ThermalName } from '../../../../../models/families/templates/online.js';
import type { ArrivalSequence } from '../../../../online/arrivals.js';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';

export interface DayRequest {
  readonly model: TemplatesModel;
  /** Room that is simulated; it may differ from the one for which its templates were made. */
  readonly rooms: TransientRooms;
  readonly arrivals: ArrivalSequence;
  readonly mapping: MappingName;
  readonly thermal: ThermalName;
  /** Templates, which only the method `templates` needs; otherwise null. */
  readonly book: TemplateBook | null;
  /**
   * Energy budgets, J; Infinity: no limit. Without templates any number of them, as a budget only decides when the room
   * stops; with templates exactly one, as they depend on what is left of it.
   */
  readonly energyBudgetsJ: readonly number[];
  /** Seed of nodes drawn at random (LBBR; `ties` random). */
  readonly seed: number;
  readonly options?: Partial<DayOptions> | undefined;
}

/**
 * Returns the temperature model of a vent combination: the same object every time (`transientRooms` of rooms.ts makes
 * and keeps them).
 */
export type TransientRooms = (vents: number) => TransientRoom;

export interface DayOptions {
  /**
   * Longest step of temperatures and of checks for nodes too hot, s; steps also end at every mapping and thermal event.
   */
  readonly thermalStepS: number;
  /** Interval of the series only, s: no figure of an outcome depends on it. */
  readonly seriesIntervalS: number;
  /** Intervals t^map and t^thermal (section 5.4.1), s. Events are at 0 and all multiples before the end of the day. */
  readonly mappingIntervalS: number;
  readonly thermalIntervalS: number;
  /** Set-points of the two managers of section 5.5.1. */
  readonly overcoolingC: number;
  readonly throttlingC: number;
  /** How Greedy chooses among several nodes of one type: the first in the list of all nodes, or one at random. */
  readonly ties: 'first' | 'random';
  /**
   * What happens to tasks whose deadline passed while they waited, under mappings that drop nothing: they are run all
   * the same, or dropped.
   */
  readonly lateTasks: 'run' | 'drop';
  /**
   * Template used if the nearest state is infeasible: that of the same state at the smallest higher power limit that is
   * feasible, or at the largest one (and the best effort if none is), or the best effort of the state itself.
   */
  readonly infeasibleState: 'next-limit' | 'largest-limit' | 'best-effort';
  /** Set-point at which the day begins, settled and idle, C; null: that of the first thermal event. */
  readonly startSetPointC: number | null;
}

/**
 * Default options: intervals of section 5.4.1 and set-points of section 5.5.1; those that the thesis leaves open are
 * chosen.
 */
export const DAY_DEFAULTS: DayOptions = {
  thermalStepS: 10,
  seriesIntervalS: 60,
  mappingIntervalS: 60,
  thermalIntervalS: 300,
  overcoolingC: 22,
  throttlingC: 28,
  ties: 'first',
  lateTasks: 'run',
  infeasibleState: 'largest-limit',
  startSetPointC: null,
};
