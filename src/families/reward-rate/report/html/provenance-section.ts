import { inUnit, oneLine, plain, significant } from '../../../../reports/format.js';
import { provenanceSection, type Row } from '../../../../reports/html/provenance-section.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import type { ReportRequest } from '../input.js';
import { optionWords } from '../told.js';

/** Returns the report section on the origin of the results, with all that is needed to repeat the run. */
export function rewardRateProvenance({ instance, matrix, plan, record: { result } }: ReportRequest): SectionOptions {
  const { kind, summary, rowSumError, conservationError, repair } = matrix.provenance;
  const ofPlan = plan === null ? '' : `, plan ${plan.format} version ${String(plan.formatVersion)}`;
  const own: readonly Row[] = [
    ['Description', oneLine(instance.description ?? 'none given')],
    ['Formats', `instance ${instance.format} version ${String(instance.formatVersion)}${ofPlan}`],
    ['Co-location model', instance.facility.colocation.model],
    ['Influence matrix', oneLine(`${kind}: ${summary}`)],
    ['Matrix as recorded by the run', oneLine(result.matrixProvenance)],
    [
      'Matrix before any repair',
      `largest row-sum error ${significant(rowSumError, 3)}, largest conservation error ${significant(conservationError, 3)}`,
    ],
    ['Matrix repair', oneLine(repair?.summary ?? 'none')],
    ['Reward rate the method claimed', plain(inUnit(result.claimedObjective, 'reward/s'))],
  ];
  const method = `${oneLine(result.method)}${optionWords(result)}`;
  return provenanceSection(result, method, plan?.instance.sha256 ?? null, own);
}
