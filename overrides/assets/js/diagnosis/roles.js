/** The roles of a line, by the names that an index gives them (faultbook.diagnosis.roles). */

export const INITIATING = "initiating";
export const EITHER = "either";
export const COLLATERAL = "collateral";
export const CONTEXT = "context";
export const HARMLESS = "harmless";

/** The severity of a failure that ends a job. */
export const JOB_DOWN = "job-down";
