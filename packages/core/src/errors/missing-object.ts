import type { ErrorCodeNumber } from './error-codes.ts';

const CODES: readonly unknown[] = [40402, 40404] satisfies ErrorCodeNumber[];

/** Whether the code of an Error says that there is no such order or statement: whoever says so has the endpoint. */
export const isMissingObject = (error: number | undefined): boolean => CODES.includes(error);
