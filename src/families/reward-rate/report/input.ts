import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import type { RunRecord } from '../runs/result.js';

/** Data that a report is made from. Reports only add arithmetic. */
export interface ReportRequest {
  readonly instance: RewardRateInstance;
  readonly matrix: Pick<InfluenceMatrix, 'zones' | 'cracNames' | 'provenance'>;
  /** Plan; null when the run found none. */
  readonly plan: RewardRatePlan | null;
  readonly record: RunRecord;
}
