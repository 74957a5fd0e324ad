/**
 * Reasons why a claim does not hold here, where one is known: by claim, shown unless the verdict is "holds". Written by hand; says only
 * what records or documents show.
 */
export const REASONS: Readonly<Record<string, string>> = {};
