import { fileURLToPath } from 'node:url';

/** Path of the repository that the tests belong to. */
export const repository = fileURLToPath(new URL('../..', import.meta.url));
