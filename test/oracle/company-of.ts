import { type Company, eachCompany } from '../../src/check/company.js';
import { STATE_LIMIT } from '../../src/check/joint-law.js';
import type { ResolvedShare } from '../../src/check/resolved-plan.js';

/** Company of one share: what the other cores do. */
export function companyOf(
  shares: readonly ResolvedShare[],
  without: number,
  where: string,
  stateLimit = STATE_LIMIT,
): Company {
  let found: Company = { probability: [], active: [], intensitySum: [] };
  const keep = (share: number, company: Company): void => {
    if (share === without) found = company;
  };
  eachCompany(shares, where, keep, stateLimit);
  return found;
}
