/**
 * Maximum number of LPs of the search for the best plan of one configuration per node: some seconds in a room of tens
 * of nodes.
 */
export const USUAL_PROGRAMS = 2000;
