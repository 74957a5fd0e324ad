/** Rules on nodes that share time among tasks: `auto`, where a plan that does so earns more; `never`. */
export const SHARING_RULES = ['never', 'auto'] as const;

export type SharingRule = (typeof SHARING_RULES)[number];
