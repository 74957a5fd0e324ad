import { oneLine } from '../../../reports/format.js';

/** Origin of a geo plan in words: the method it is from, and the one that was asked for. */
export function geoPlanOrigin({ planFrom, method }: { readonly planFrom?: string; readonly method: string }): string {
  return `${oneLine(planFrom ?? method)}, which costs no more than what ${oneLine(method)} found itself`;
}
