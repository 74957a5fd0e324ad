import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import type { RunRecord } from '../runs/result.js';

/** Data from which a report is made. Reports add only simple arithmetic. */
export interface ReportRequest {
  readonly instance: RewardRateInstance;
  readonly matrix: Pick<InfluenceMatrix, 'zones' | 'cracNames' | 'provenance'>;
  /** Plan of the run; null if the run found none. */
  readonly plan: RewardRatePlan | null;
  readonly record: RunRecord;
}
