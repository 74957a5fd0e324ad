/**
 * Returns the name that is generated for a task type, e.g. "type-1".
 *
 * @param type its index, from 0
 */
export const covTypeName = (type: number): string => `type-${type + 1}`;
export const downeyTypeName = (group: number, type: number): string => `group-${group + 1}-type-${type + 1}`;
export const twoLevelTypeName = (group: string, type: number): string => `${group}-${type + 1}`;
