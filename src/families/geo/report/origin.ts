import { oneLine } from '../../../reports/format.js';

/** The same of a geo plan. */
export function geoPlanOrigin({ planFrom, method }: { readonly planFrom?: string; readonly method: string }): string {
  return `${oneLine(planFrom ?? method)}, which costs no more than what ${oneLine(method)} found itself`;
}
